// The handlers of intents, one function each: a new intent needs a struct in intent.h and a function here.
#pragma once

#include "app/session/intent.h"

namespace vitruvian {

struct Parts;

// arrivals.cpp, closing.cpp
void handle(Parts& s, const OpenFiles& intent);
void handle(Parts& s, const OpenBuiltin& intent);
void handle(Parts& s, const CancelLoading& intent);
void handle(Parts& s, const CloseFiles& intent);
void handle(Parts& s, const AnswerUnsaved& intent);
void handle(Parts& s, const OpenNeighbour& intent);
// pose_files.cpp
void handle(Parts& s, const ImportPose& intent);
void handle(Parts& s, const ExportPose& intent);
// disk_changes.cpp
void handle(Parts& s, const ReloadFiles& intent);
void handle(Parts& s, const CheckFiles& intent);
void handle(Parts& s, const RevertFigure& intent);
// saving.cpp
void handle(Parts& s, const SaveFigure& intent);
void handle(Parts& s, const OverwriteFile& intent);
void handle(Parts& s, const CancelSaving& intent);
// viewing.cpp
void handle(Parts& s, const Select& intent);
void handle(Parts& s, const Hover& intent);
void handle(Parts& s, const FrameSelection& intent);
void handle(Parts& s, const FrameAll& intent);
void handle(Parts& s, const ShowView& intent);
void handle(Parts& s, const LookThrough& intent);
void handle(Parts& s, const LookBack& intent);
void handle(Parts& s, const FocusView& intent);
void handle(Parts& s, const SetView& intent);
void handle(Parts& s, const OrbitCamera& intent);
void handle(Parts& s, const PanCamera& intent);
void handle(Parts& s, const ZoomCamera& intent);
void handle(Parts& s, const SetOrthographic& intent);
void handle(Parts& s, const SetShow& intent);
// props.cpp
void handle(Parts& s, const AttachProp& intent);
// viewing.cpp
void handle(Parts& s, const SetShown& intent);
void handle(Parts& s, const ShowAlone& intent);
void handle(Parts& s, const SetItemsShown& intent);
void handle(Parts& s, const ShowItemsAlone& intent);
void handle(Parts& s, const ShowAll& intent);
void handle(Parts& s, const LayOver& intent);
void handle(Parts& s, const SelectCalled& intent);
void handle(Parts& s, const SelectMany& intent);
void handle(Parts& s, const ToggleSelected& intent);
// playback.cpp
void handle(Parts& s, const SetPlaying& intent);
void handle(Parts& s, const SetTime& intent);
void handle(Parts& s, const StepFrames& intent);
void handle(Parts& s, const SetSpeed& intent);
void handle(Parts& s, const SetLoop& intent);
void handle(Parts& s, const ChooseVariant& intent);
// clips.cpp
void handle(Parts& s, const ChooseClip& intent);
void handle(Parts& s, const LetClipGo& intent);
void handle(Parts& s, const SetRemap& intent);
void handle(Parts& s, const ShowSource& intent);
// edits.cpp
void handle(Parts& s, const Edit& intent);
void handle(Parts& s, const BeginGesture& intent);
void handle(Parts& s, const EndGesture& intent);
void handle(Parts& s, const Undo& intent);
void handle(Parts& s, const Redo& intent);
void handle(Parts& s, const CancelGesture& intent);
void handle(Parts& s, const GoToStep& intent);
// lost_work.cpp
void handle(Parts& s, const RecoverWork& intent);
void handle(Parts& s, const DiscardLostWork& intent);
// problems.cpp
void handle(Parts& s, const ShowProblem& intent);
void handle(Parts& s, const FixProblems& intent);
void handle(Parts& s, const IgnoreProblem& intent);
void handle(Parts& s, const HeedProblem& intent);
// notices.cpp
void handle(Parts& s, const ShowMessage& intent);
void handle(Parts& s, const DismissMessage& intent);
// animating.cpp
void handle(Parts& s, const KeyPose& intent);
void handle(Parts& s, const UnkeyPose& intent);
void handle(Parts& s, const SetAutoKey& intent);
void handle(Parts& s, const BakeClip& intent);
void handle(Parts& s, const SetOnion& intent);
void handle(Parts& s, const ShowReference& intent);
// posing.cpp
void handle(Parts& s, const CopyPose& intent);
void handle(Parts& s, const PastePose& intent);
void handle(Parts& s, const MakePoseDisplacer& intent);
void handle(Parts& s, const ResetPose& intent);
void handle(Parts& s, const StorePose& intent);
void handle(Parts& s, const ApplyStoredPose& intent);
void handle(Parts& s, const ForgetPose& intent);
void handle(Parts& s, const RenamePose& intent);

}  // namespace vitruvian
