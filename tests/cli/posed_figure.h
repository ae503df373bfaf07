// A figure made in memory, in the form that the scene uses.
#pragma once

#include "app/scene/frame.h"
#include "model/pose/pose.h"

namespace vitruvian::test {

struct PosedFigure {
    Document document;
    Skeleton skeleton;
    Pose pose;
    FigureShape shape;

    /// Called once the document is complete.
    void settle() {
        skeleton = make_skeleton(document);
        pose = file_pose(skeleton);
        shape = make_figure_shape(document, skeleton);
        shape.stance.height = 1.8F;
    }
    [[nodiscard]] Figure figure() const {
        Figure out;
        out.document = &document;
        out.skeleton = &skeleton;
        out.shape = &shape;
        out.pose = &pose;
        return out;
    }
};

}  // namespace vitruvian::test
