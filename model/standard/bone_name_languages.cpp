// Names of bones in hand-made rigs in languages other than English, without accents.
#include "model/standard/bone_name_table.h"

namespace vitruvian {
namespace {

using Ends = std::array<std::string_view, 3>;

constexpr Ends joints_from_1{"1", "2", "3"};

constexpr std::array<BoneFamily, 9> languages{{
    {"German",
     {"becken|hufte|huefte", "wirbelsaule|wirbelsaeule|rucken|ruecken|bauch|taille|lende", "brust|brustkorb",
      "oberebrust", "hals|nacken", "kopf|schadel", "kiefer|unterkiefer", "auge",
      "schulter|schlusselbein|schluesselbein", "oberarm", "unterarm|ellbogen|ellenbogen", "hand|handgelenk",
      "oberschenkel|oberbein", "unterschenkel|unterbein|knie", "fuss|fus|knochel",
      "zehen|zeh|zehe|fussspitze|ballen"},
     {"daumen", "zeigefinger", "mittelfinger", "ringfinger", "kleinerfinger|kleinefinger"},
     joints_from_1,
     joints_from_1},
    {"French",
     {"bassin|hanches|hanche|pelvis", "colonne|colonne1|dos|ventre|abdomen|taille",
      "poitrine|torse|thorax|colonne2|buste", "poitrine2|colonne3", "cou|nuque", "tete|crane", "machoire",
      "oeil", "clavicule|epaule", "bras|hautbras|brassuperieur", "avantbras|coude", "main|poignet", "cuisse",
      "jambe|tibia|mollet|genou", "pied|cheville", "orteils|orteil|pointe"},
     {"pouce", "index", "majeur", "annulaire", "auriculaire|petitdoigt"},
     joints_from_1,
     joints_from_1},
    {"Spanish",
     {"cadera|caderas|pelvis", "columna|columna1|espalda|abdomen|cintura", "pecho|torax|torso|columna2",
      "pecho2|columna3", "cuello", "cabeza", "mandibula", "ojo", "clavicula|hombro", "brazo|brazosuperior",
      "antebrazo|codo", "mano|muneca", "muslo", "pierna|pantorrilla|rodilla", "pie|tobillo",
      "dedospie|dedosdelpie|puntera|punta|dedos"},
     {"pulgar", "indice", "medio|corazon", "anular", "menique"},
     joints_from_1,
     joints_from_1},
    {"Italian",
     {"bacino|anche|anca", "colonna|colonna1|schiena|spina|addome", "torace|petto|torso|colonna2",
      "petto2|colonna3", "collo", "testa", "mascella|mandibola", "occhio", "clavicola|spalla", "braccio",
      "avambraccio|gomito", "mano|polso", "coscia", "gamba|polpaccio|ginocchio", "piede|caviglia",
      "ditapiede|punta|dita"},
     {"pollice", "indice", "medio", "anulare", "mignolo"},
     joints_from_1,
     joints_from_1},
    {"Portuguese",
     {"quadril|bacia|pelve", "coluna|coluna1|espinha|barriga|abdomen", "peito|torax|tronco|coluna2",
      "peito2|coluna3", "pescoco", "cabeca", "mandibula|queixo", "olho", "clavicula|ombro", "braco",
      "antebraco|cotovelo", "mao|pulso", "coxa", "perna|canela|joelho", "pe|tornozelo",
      "dedosdope|pontadope|dedos"},
     {"polegar", "indicador", "medio", "anelar|anular", "minimo|mindinho"},
     joints_from_1,
     joints_from_1},
    {"Dutch",
     {"heup|heupen|bekken", "rug|ruggengraat|buik|wervelkolom", "borst|borstkas", "", "nek|hals", "hoofd",
      "kaak", "oog", "sleutelbeen|schouder", "bovenarm", "onderarm|elleboog", "hand|pols", "bovenbeen|dij",
      "onderbeen|scheen|knie|kuit", "voet|enkel", "tenen|teen"},
     {"duim", "wijsvinger", "middelvinger", "ringvinger", "pink"},
     joints_from_1,
     joints_from_1},
    {"Russian",
     {"таз", "позвоночник|позвоночник1|спина|поясница|живот", "грудь|груднаяклетка|позвоночник2",
      "позвоночник3", "шея", "голова|череп", "челюсть", "глаз", "ключица|плечо", "плечо|рука",
      "предплечье|локоть", "кисть|ладонь|запястье", "бедро", "голень|колено", "стопа|ступня|лодыжка",
      "носок|пальцыноги"},
     {"большой|большойпалец", "указательный|указательныйпалец", "средний|среднийпалец",
      "безымянный|безымянныйпалец", "мизинец"},
     joints_from_1,
     joints_from_1},
    {"Chinese",
     {"骨盆|盆骨|臀部|臀|髋", "脊柱|脊柱1|脊椎|腰|腰部|腹部", "胸|胸部|胸腔|脊柱2", "上胸|胸2|脊柱3",
      "脖子|颈|颈部|脖颈|颈椎", "头|头部", "下巴|下颌", "眼睛|眼|眼球", "肩膀|肩|锁骨|肩部", "大臂|上臂",
      "小臂|前臂|下臂|手肘", "手|手掌|手腕", "大腿|上腿", "小腿|下腿|膝盖", "脚|脚掌|脚踝", "脚趾|脚尖|趾"},
     {"拇指|大拇指", "食指", "中指", "无名指", "小指|小拇指|尾指"},
     joints_from_1,
     joints_from_1},
    {"Korean",
     {"골반|엉덩이", "척추|척추1|허리", "가슴|척추2", "척추3", "목", "머리", "턱", "눈", "어깨|쇄골",
      "위팔|상완|팔", "아래팔|전완|팔꿈치", "손|손목", "허벅지|넓적다리", "종아리|정강이|무릎", "발|발목",
      "발가락|발끝"},
     {"엄지|엄지손가락", "검지|집게손가락", "중지|가운데손가락", "약지|약손가락", "소지|새끼손가락"},
     joints_from_1,
     joints_from_1},
}};

}  // namespace

std::span<const BoneFamily> bone_families_of_languages() {
    return languages;
}

}  // namespace vitruvian
