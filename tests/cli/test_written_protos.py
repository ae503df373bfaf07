"""What is written of PROTOs, EXTERNPROTOs and films: by the X3D schema, and read back from every encoding."""
import re
import shutil
import subprocess

from common import DATA, DONE, SHARED, Case, main

SCHEMA = SHARED / "schemas" / "x3d-4.0.xsd"
ENCODINGS = ("wrl", "x3d", "x3dv", "x3dj")

CHAIRS = """#VRML V2.0 utf8
PROTO Leg [ field SFFloat length 1 ] { Shape { geometry Cylinder { height IS length radius 0.03 } } }
PROTO Chair [ exposedField SFVec3f position 0 0 0 field SFColor tint 0.5 0.25 0.125 eventIn SFTime swing
    field MFNode on [ ] field MFString words [ "a" "b" ] ] {
  DEF Place Transform { translation IS position children [
    DEF Seat Shape { appearance Appearance { material Material { diffuseColor IS tint } } geometry Box { } }
    Leg { length 0.75 } Group { children IS on }
    DEF Time TimeSensor { startTime IS swing cycleInterval 2 }
    DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1 ] } ] }
  ROUTE Time.fraction_changed TO Turn.set_fraction
  ROUTE Turn.value_changed TO Place.set_rotation
}
DEF One Chair { position 2 0 0 tint 1 0 0 on Shape { geometry Sphere { } } }
Transform { translation 0 0 5 children DEF Two Chair { words [ "c" ] } }
DEF Touch TouchSensor { }
ROUTE Touch.touchTime TO Two.swing
"""
FILM = """#VRML V2.0 utf8
Shape { appearance Appearance { material Material { }
  texture DEF Film MovieTexture { url [ "film.mpg" "http://example.org/film.mpg" ] loop TRUE speed 2 } }
  geometry Box { } }
"""
ABSENT = """#VRML V2.0 utf8
EXTERNPROTO Thing [ field SFColor color exposedField MFString words eventIn SFBool go eventOut SFTime done ]
  [ "absent.wrl#Thing" "http://example.org/thing.wrl#Thing" ]
DEF T Thing { color 0 1 0 words [ "a" "b" ] }
DEF Touch TouchSensor { }
ROUTE Touch.isActive TO T.go
"""
LIBRARY = """#VRML V2.0 utf8
PROTO Lamp [ field SFColor color 1 0 0 field SFFloat height 1 ] {
  Shape { appearance Appearance { material Material { diffuseColor IS color } } geometry Cylinder { height IS height } }
}
PROTO Unused [ ] { Shape { geometry Box { } } }
"""
LAMPS = """#VRML V2.0 utf8
EXTERNPROTO Lamp [ field SFColor color field SFFloat height ] [ "library.wrl#Lamp" ]
DEF L Lamp { color 0 0 1 }
Transform { translation 0 0 3 children Lamp { height 2 } }
"""
PAINTED = """#VRML V2.0 utf8
PROTO Paint [ exposedField SFColor tint 1 0 0 ] { Material { diffuseColor IS tint } }
PROTO Picture [ exposedField MFString from "none.png" ] { ImageTexture { url IS from repeatS FALSE } }
PROTO Framed [ field MFString of "own.png" ] { Picture { from IS of } }
PROTO Tiles [ ] { ImageTexture { url "own.png" } }
PROTO Look [ field SFVec2f by 1 1 ] {
  Appearance { material Material { } texture Tiles { } textureTransform TextureTransform { scale IS by rotation 0.5 center 1 0 translation 0 2 } }
}
PROTO Pixels [ field SFBool of TRUE ] { PixelTexture { image 2 1 3 0xFF 0xFF00 repeatS IS of } }
Shape { appearance Appearance { texture Picture { from "a/given.png" } } geometry Box { } }
Shape { appearance Appearance { texture Framed { } } geometry Box { } }
Shape { appearance Appearance { texture Tiles { } textureTransform TextureTransform { scale 2 3 } } geometry Box { } }
Shape { appearance Look { by 4 -5 } geometry DEF Twice Box { } }
Shape { appearance Look { by 0.5 1 } geometry USE Twice }
Shape { appearance Look { by 0 1 } geometry USE Twice }
Shape { appearance Appearance { texture Pixels { of FALSE } } geometry Box { } }
Shape { appearance Appearance { material Paint { tint 0 0.5 1 } } geometry Box { } }
Shape { appearance Appearance { material Paint { tint 0.25 0.5 1 } texture Tiles { } } geometry Cone { } }
"""


class Protos(Case):
    def written(self, text):
        """The world written in every encoding, and each of those as VRML97 again: (as written, read back)."""
        source = self.folder / "source.wrl"
        source.write_text(text)
        out = {}
        for suffix in ENCODINGS:
            there, back = self.folder / f"there.{suffix}", self.folder / f"back_{suffix}.wrl"
            self.expect(DONE, "convert", "--anew", source, there)
            self.expect(DONE, "convert", "--anew", there, back)
            out[suffix] = (there.read_text(), back.read_text())
        return out

    def expect_lines(self, text, lines):
        """Each pattern, with any space where it has one."""
        for line in lines:
            self.assertRegex(text, line.replace(" ", r"\s+"))

    def test_they_go_into_every_encoding_and_back(self):
        for suffix, (_, back) in self.written(CHAIRS).items():
            with self.subTest(suffix):
                self.expect_lines(back, (
                    r"PROTO Leg \[ field SFFloat length 1 \]", r"height IS length", r"PROTO Chair \[",
                    r"exposedField SFVec3f position 0 0 0", r"field SFColor tint 0\.5 0\.25 0\.125",
                    r"eventIn SFTime swing", r"diffuseColor IS tint", r"translation IS position",
                    r"Leg \{ length 0\.75", r"children IS on", r"startTime IS swing",
                    r"ROUTE Time\.fraction_changed TO Turn\.set_fraction",
                    r"DEF One Chair \{ position 2 0 0 tint 1 0 0 on \[? ?Shape", r"translation 0 0 5 children \[ DEF Two Chair \{",
                    r'words \[? ?"c"', r"ROUTE Touch\.touchTime TO Two\.swing"))
                self.assertEqual(len(re.findall(r"^PROTO", back, re.MULTILINE)), 2)

    def test_films_go_into_every_encoding_and_back(self):
        for suffix, (there, back) in self.written(FILM).items():
            with self.subTest(suffix):
                self.assertIn("http://example.org/film.mpg", there)
                self.expect_lines(back, (r"MovieTexture \{", r'url \[ "film\.mpg" "http://example\.org/film\.mpg"',
                                         r"loop TRUE", r"speed 2"))

    def test_absent_libraries_keep_address_and_instance(self):
        for suffix, (_, back) in self.written(ABSENT).items():
            with self.subTest(suffix):
                self.expect_lines(back, (
                    r"EXTERNPROTO Thing \[ field SFColor color exposedField MFString words eventIn SFBool go "
                    r"eventOut SFTime done \] \[ \"absent\.wrl#Thing\" \"http://example\.org/thing\.wrl#Thing\" \]",
                    r'DEF T Thing \{ color 0 1 0 words \[ "a" "b" \] \}', r"ROUTE Touch\.isActive TO T\.go"))

    def test_libraries_at_hand_are_declared_in_the_file(self):
        (self.folder / "library.wrl").write_text(LIBRARY)
        for suffix, (there, back) in self.written(LAMPS).items():
            with self.subTest(suffix):
                for word in ("EXTERNPROTO", "ExternProto", "library.wrl", "Unused"):
                    self.assertNotIn(word, there)
                self.expect_lines(back, (r"PROTO Lamp \[ field SFColor color 1 0 0 field SFFloat height 1 \]",
                                         r"height IS height", r"DEF L Lamp \{ color 0 0 1 \}",
                                         r"Lamp \{ height 2 \}"))

    def test_textures_stay_instances_and_their_pictures_go_along(self):
        (self.folder / "a").mkdir()
        for name in ("own.png", "a/given.png"):
            shutil.copy(DATA / "meadow.png", self.folder / name)
        (self.folder / "source.wrl").write_text(PAINTED)
        for suffix in ENCODINGS:
            with self.subTest(suffix):
                there = self.folder / f"to_{suffix}"
                there.mkdir()
                self.expect(DONE, "convert", self.folder / "source.wrl", there / f"there.{suffix}")
                self.assertEqual({str(p.relative_to(there)) for p in there.rglob("*.png")}, {"own.png", "a/given.png"})
                self.expect(DONE, "convert", "--anew", there / f"there.{suffix}", there / "back.wrl")
                back = (there / "back.wrl").read_text()
                # X3D 4.0 multiplies textures by a colour that VRML97 does not see beside them.
                self.assertEqual("0.25 0.5 1" in back, suffix == "wrl")
                self.assertEqual(re.findall(r"appearance Look \{\s+by (.*)", back), ["4 -5", "0.5 1"] if suffix == "wrl" else [])
                self.expect_lines(back, (
                    r'texture Picture \{ from \[? ?"a/given\.png"', r"texture Framed \{ \}", r"texture Tiles \{ \}",
                    r"material Paint \{ tint 0 0\.5 1", r"texture Pixels \{ of FALSE",
                    r"PixelTexture \{ repeatS IS of image 2 1 3 0x0*FF 0x0*FF00"))
                self.expect(DONE, "diff", self.folder / "source.wrl", there / f"there.{suffix}")

    def test_they_follow_the_schema(self):
        if shutil.which("xmllint") is None or not SCHEMA.exists():
            self.skipTest("xmllint (libxml2-utils) or the X3D 4.0 schema is not here")
        (self.folder / "library.wrl").write_text(LIBRARY)
        files = []
        for i, text in enumerate((CHAIRS, FILM, ABSENT, LAMPS, PAINTED)):
            source = self.folder / f"a{i}.wrl"
            source.write_text(text)
            files.append(self.folder / f"a{i}.x3d")
            self.expect(DONE, "convert", "--anew", source, files[-1])
        # All at once: reading the schema takes longer than a file.
        done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", SCHEMA, *files], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[:2000])


if __name__ == "__main__":
    main()
