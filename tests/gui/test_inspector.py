"""The inspector, the tree and help as a rig artist works with them, in the real window."""
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import driver

DATA = Path(__file__).resolve().parents[1] / "data"


class OpenedTest(driver.WindowTest):
    def open(self, added="", **options):
        """Opens the figure, with displacers added to its head."""
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-inspector-")
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "boxman.wrl"
        text = (DATA / "boxman.wrl").read_text()
        self.file.write_text(text.replace("displacers [ DEF", f"displacers [ {added} DEF") if added else text)
        program = self.start(self.file, **options)
        program.wait_for(lambda: [file["name"] for file in program.states["files"]["files"]] == ["boxman.wrl"],
                         "boxman.wrl")
        return program

    @staticmethod
    def scroll_to(program, widget):
        x, y, _, _ = program.widgets["panel.side.inspector"]
        program.move(x + 40, y + 80)
        for _ in range(60):
            if widget in program.widgets:
                break
            program.press(5)
        program.settle()


class InspectorTest(OpenedTest):
    def test_menus_links_and_help(self):
        program = self.open()
        program.select_joint("l_elbow")
        # Anywhere on the page, and on the name of another thing, which is that thing's.
        program.move(*program.centre("section/Limits"))
        program.press(3)
        program.click("item_menu/reset")
        program.wait_for(lambda: "item_menu/reset" not in program.widgets, "the end of the menu")
        program.click("inspector/link/Parent", 3)
        program.click("context/frame")
        program.wait_for(lambda: program.states["selection"]["name"] == "l_shoulder", "the parent")
        # Help begins with what is under the pointer.
        program.move(*program.centre("section/Stiffness"))
        program.key("F1")
        program.wait_for(lambda: "help/pointed_at" in program.widgets, "help for it")
        program.key("Escape")

    def test_fields_say_what_they_are(self):
        program = self.open()
        for kind, name in (("joint", "l_knee"), ("site", "l_hand_tip"), ("displacer", "nose_action")):
            program.click("tree/search")
            program.key("ctrl+a")
            program.type(name)
            program.click(f"tree/{kind}/{name}")
            program.wait_for(lambda: program.states["selection"]["name"] == name, name)
            program.settle()
            fields = [id for id in program.widgets if id.startswith("inspector/") and id.count("/") > 1
                      or id == "inspector/weight"]
            self.assertGreaterEqual(len(fields), 1)
            for field in fields:
                program.move(*program.centre(field))
                program.wait_for(lambda: program.states["help"]["text"]
                                 and not program.states["help"]["text"].startswith("The properties of"),
                                 f"what {field} is", seconds=5)
        # A window over the view has its own help, and not that of the view behind it.
        program.key("ctrl+shift+r")
        program.move(*program.centre("rom"))
        program.wait_for(lambda: program.states["help"]["text"].startswith("The limits of the selected joint"),
                         "help for the range of motion", seconds=5)

    def test_inverted_limits_are_told_and_mended_one_by_one(self):
        folder = Path(tempfile.mkdtemp(prefix="vitruvian-limits-"))
        self.addCleanup(shutil.rmtree, folder, True)
        text = (DATA / "boxman.wrl").read_text().replace("llimit [ -0.2 -0.7 -0.4 ] ulimit [ 2.5 0.7 0.4 ]",
                                                         "llimit [ 4 -0.7 0.4 ] ulimit [ -1 0.7 -0.4 ]", 1)
        file = folder / "inverted.wrl"
        file.write_text(text)
        program = self.start(file)
        program.select_joint("l_knee")
        program.wait_for(lambda: "inspector/limit/X/inverted" in program.widgets, "what is wrong about X")
        self.assertIn("inspector/limit/Y/angle", program.widgets)
        self.assertIn("inspector/limit/Z/inverted", program.widgets)
        # The handles in the view, beyond half a turn too.
        program.key("f", "shift+l")
        program.wait_for(lambda: "tool/limit/x/upper" in program.widgets, "the handles")
        program.settle()
        x, y = program.centre("tool/limit/x/upper")
        program.drag((x, y), (x + 40, y + 10))
        program.wait_for(lambda: program.states["selection"]["upper"][0] != -1, "the limit on its way")
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["selection"]["upper"][0] == -1, "the limit back")
        program.click("inspector/limit/X/lower")
        program.settle()
        program.key("ctrl+a")
        program.type("-90")
        program.key("Return")
        program.wait_for(lambda: "inspector/limit/X/angle" in program.widgets, "X mended")
        self.assertIn("inspector/limit/Z/inverted", program.widgets)
        self.assertEqual(program.state("selection")["upper"][0], -1)

    def test_displacers_of_one_of_two_humanoids(self):
        folder = Path(tempfile.mkdtemp(prefix="vitruvian-two-"))
        self.addCleanup(shutil.rmtree, folder, True)
        text = (DATA / "boxman.wrl").read_text().replace('DEF nose_action Displacer { name "nose_action"',
                                                         'DEF nose_action Displacer { weight 0.5 name "nose_action"')
        text = text.replace("PROTO Displacer [", "PROTO Displacer [ exposedField SFFloat weight 0", 1)
        begin, end = text.index("DEF Boxman Humanoid"), text.index("DEF Nod TimeSensor")
        second = re.sub(r"\b(DEF|USE) (\w+)", r"\1 b_\2", text[begin:end]).replace('name "Boxman"', 'name "Second"', 1)
        file = folder / "two.wrl"
        file.write_text(text[:end] + second + text[end:])
        program = self.start(file)
        program.click("tree/humanoid/Second")
        program.wait_for(lambda: program.states["selection"]["name"] == "Second", "the second one")
        program.wait_for(lambda: program.is_idle(), "the page")
        self.scroll_to(program, "inspector/displacers/new")
        commands = lambda: [line["command"] for line in program.lines if line["event"] == "command"]
        program.click("inspector/displacers/new")
        program.wait_for(lambda: program.states["history"]["undo"].startswith("Add displacer"), "a displacer")
        self.assertEqual(commands()[-1]["from"], {"weights": {"#1": 0.5}})
        program.key("ctrl+z")
        self.scroll_to(program, "inspector/displacers/zero")
        program.click("inspector/displacers/zero")
        program.wait_for(lambda: program.states["history"]["undo"] == "Zero all displacers", "none applied")
        self.assertEqual([part["displacer"] for part in commands()[-1]["commands"]], ["#1"])

    def test_what_a_rig_lacks_is_a_click_away_too(self):
        program = self.start(DATA / "boxman.gltf")
        program.click("inspector/overview/limits")
        program.click("inspector/anatomy/figure")
        program.wait_for(lambda: program.states["selection"].get("upper") is not None, "limits")
        program.key("ctrl+z")
        program.key("Escape")
        program.click("inspector/overview/stiffness")
        program.click("inspector/stiffness/add")
        program.wait_for(lambda: program.states["selection"]["stiffness"] is not None, "stiffness")

    def test_moments_of_inertia_are_typed_and_stay_symmetric(self):
        program = self.start(DATA / "boxman.wrl")
        program.click("tree/Segments")
        program.click("tree/segment/skull")
        program.click("section/Moments of inertia")
        program.click("inspector/inertia/add")
        program.click("inspector/inertia/XX")
        program.type("0.02")
        program.key("Tab")
        program.type("1/1000")
        program.key("Return")

        def moments():
            return [line["command"]["moments-of-inertia"] for line in program.lines
                    if line["event"] == "command" and "moments-of-inertia" in line["command"]][-1]

        program.wait_for(lambda: abs(moments()[1] - 0.001) < 1e-6, "a product of inertia")
        self.assertAlmostEqual(moments()[3], 0.001, places=6)
        self.assertAlmostEqual(moments()[0], 0.02, places=6)

    def test_parts_are_added_named_and_hung_elsewhere_by_keys(self):
        program = self.start(DATA / "boxman.gltf")
        program.wait_for_file("boxman.gltf")
        joint = program.state("files")["files"][0]["joints"]
        program.select_joint("LeftLowerArm")

        def run(words):
            program.key("ctrl+p")
            program.type(words)
            program.settle()
            program.key("Return")

        def rename(name):
            program.key("F2")
            program.settle()
            program.type(name)
            program.key("Return")
            program.wait_for(lambda: program.states["selection"]["name"] == name, name)

        run("add a joint")
        program.wait_for(lambda: program.states["selection"]["name"] == "new_joint", "the joint")
        rename("glove")
        self.assertEqual(program.state("files")["files"][0]["joints"], joint + 1)
        # From the name Tab goes on to the numbers.
        program.key("F2")
        program.settle()
        program.key("Tab")
        program.settle()
        program.key("ctrl+a")
        program.type("0.5")
        program.key("Return")
        program.wait_for(lambda: abs(program.states["selection"]["centre"][0] - 0.5) < 1e-4, "another place")
        program.key("ctrl+z")
        run("add a site")
        program.wait_for(lambda: program.states["selection"]["kind"] == "site", "the site")
        rename("grip")
        added = [line["command"] for line in program.lines if line["event"] == "command"
                 and line["command"]["do"] == "add-site"]
        self.assertEqual(added[0].get("translation", [0, 0, 0]), [0, 0, 0], "where the joint is")
        run("grandparent")
        program.wait_for(lambda: program.states["history"]["undo"] == "Re-parent grip to LeftLowerArm", "another parent")
        for _ in range(5):
            program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the first document")

    def test_an_added_site_is_on_a_segment_at_its_centre_of_mass_or_at_the_joint(self):
        folder = Path(tempfile.mkdtemp(prefix="vitruvian-sites-"))
        self.addCleanup(shutil.rmtree, folder, True)
        # The skull's centre of mass is at 0, 1.65, 0.01; in glTF bones have axes of their own.
        for suffix in (".wrl", ".glb"):
            file = folder / f"figure{suffix}"
            subprocess.run([driver.BINARY, "convert", DATA / "boxman.wrl", file], check=True, capture_output=True)
            program = self.start(file)
            program.wait_for_file(file.name)
            for item in ("segment/skull", "segment/l_hand", "joint/l_knee"):
                program.click("tree/search")
                program.key("ctrl+a")
                program.type(item.split("/")[1])
                program.click(f"tree/{item}", button=3)
                program.click("item_menu/add_site")
                program.wait_for(lambda: program.states["selection"]["kind"] == "site", "the site")
            program.key("ctrl+s")
            program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
            program.stop()
            done = subprocess.run([driver.BINARY, "pose", file, "--json"], check=True, capture_output=True)
            sites = {site["segment"]: site["global"][12:15] for site in json.loads(done.stdout)["sites"]
                     if site["name"].startswith("new_site")}
            for segment, centre in (("skull", (0, 1.65, 0.01)), ("l_hand", (0.17, 0.8, 0)), ("l_calf", (0.1, 0.5, 0))):
                for a, b in zip(sites[segment], centre):
                    self.assertAlmostEqual(a, b, places=4, msg=suffix + " " + segment)

    def test_the_page_of_another_kind_of_thing_begins_at_its_top(self):
        program = self.open()
        program.click("tree/humanoid/Boxman")
        self.scroll_to(program, "inspector/displacers/name")
        program.click("tree/search")
        program.type("l_knee")
        program.click("tree/joint/l_knee")
        program.wait_for(lambda: "inspector/name" in program.widgets, "the top of the joint's page")
        # Joints are compared row by row.
        self.scroll_to(program, "inspector/stiffness/Z")
        program.settle()
        place = program.widgets["inspector/stiffness/Z"]
        program.click("tree/search")
        program.key("ctrl+a")
        program.type("r_knee")
        program.click("tree/joint/r_knee")
        program.settle()
        self.assertEqual(program.widgets["inspector/stiffness/Z"], place)

    def test_a_displacer_counts_the_vertices_of_its_file(self):
        program = self.open()
        program.click("tree/search")
        program.type("nose_action")
        program.click("tree/displacer/nose_action")
        program.wait_for(lambda: "displacer" in program.states, "its page")
        self.assertEqual(program.states["displacer"]["vertices"], 4, "corners with normals of their own are one")

    def test_a_weight_that_the_clip_holds_says_so_and_shows_itself(self):
        name = "JoeSkinTexcoordDisplacerKick.x3d"
        program = self.start(driver.corpus("hanim", "x3d", name))
        program.wait_for(lambda: [file["clip"] for file in program.states["files"]["files"]] == ["KickTimer"], name)
        program.click("inspector/overview/displacers")
        program.click("inspector/without_clip")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "", "the file's own pose")
        program.wait_for(lambda: "inspector/without_clip" not in program.widgets, "no more to say")
        # Clips by keys: the first, and again none.
        program.key("ctrl+Down")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "KickTimer", "the clip")
        program.key("ctrl+Down")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "", "no clip")

    @staticmethod
    def add_expressions(file):
        """Gives a VRM the expression "happy" of its two morph targets, and one that moves nothing."""
        data = file.read_bytes()
        length = int.from_bytes(data[12:16], "little")
        root = json.loads(data[20:20 + length])
        node, mesh = next((n, root["meshes"][node["mesh"]]) for n, node in enumerate(root["nodes"])
                          if "targets" in root["meshes"][node.get("mesh", 0)]["primitives"][0] and "mesh" in node)
        names = mesh["extras"]["targetNames"]
        binds = [{"node": node, "index": names.index(name), "weight": weight}
                 for name, weight in (("grin_action", 1.0), ("nose_action", 0.5))]
        root["extensions"]["VRMC_vrm"]["expressions"] = {"preset": {"happy": {"morphTargetBinds": binds}, "relaxed": {}}}
        text = json.dumps(root).encode()
        text += b" " * (-len(text) % 4)
        rest = data[20 + length:]
        file.write_bytes(data[:8] + (20 + len(text) + len(rest)).to_bytes(4, "little")
                         + len(text).to_bytes(4, "little") + data[16:20] + text + rest)

    def test_an_expression_moves_its_displacers_together(self):
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-inspector-")
        self.addCleanup(folder.cleanup)
        world, file = Path(folder.name) / "face.wrl", Path(folder.name) / "face.vrm"
        grin = 'Displacer { name "grin_action" coordIndex [ 1 ] displacements [ 0 0 0.1 ] }'
        world.write_text((DATA / "boxman.wrl").read_text().replace("displacers [ DEF", f"displacers [ {grin} DEF"))
        subprocess.run([driver.BINARY, "convert", world, file, "-q"], check=True)
        self.add_expressions(file)
        program = self.start(file)
        program.wait_for(lambda: [file["name"] for file in program.states["files"]["files"]] == ["face.vrm"], "it")
        program.click("inspector/overview/expressions")
        program.click("inspector/expression/0")
        program.key("ctrl+a")
        program.type("0.8")
        program.key("Return")
        program.wait_for(lambda: program.states["history"]["undo"] == "Set expression happy", "the edit")
        done = [line for line in program.lines if line["event"] == "command"][-1]["command"]
        weights = {c["displacer"]: c["weight"] for c in done["commands"]}
        self.assertAlmostEqual(weights["grin_action"], 0.8, places=5)
        self.assertAlmostEqual(weights["nose_action"], 0.4, places=5)
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the file's own state")

    def test_a_feature_without_offsets_has_no_weight_to_edit(self):
        def select(name):
            program.click("tree/search")
            program.key("ctrl+a")
            program.type(name)
            program.click(f"tree/displacer/{name}")
            program.wait_for(lambda: program.states["selection"]["name"] == name, name)
            program.settle()

        program = self.open(added='Displacer { name "nose_feature" coordIndex [ 1 3 ] } '
                                  'Displacer { name "grin_action" coordIndex [ 1 ] displacements [ 0 0 0.1 ] }')
        select("nose_feature")
        self.assertNotIn("inspector/weight", program.widgets)
        self.assertNotIn("inspector/displacer/solo", program.widgets)
        for name in ("nose_action", "grin_action"):
            select(name)
            self.assertIn("inspector/weight", program.widgets)
            program.click("inspector/displacer/solo")
            program.wait_for(lambda name=name: program.states["history"]["undo"] == f"Solo {name}", "the edit")
        done = [line for line in program.lines if line["event"] == "command"][-1]["command"]
        self.assertEqual({c["displacer"]: c["weight"] for c in done["commands"]}, {"grin_action": 1.0, "nose_action": 0.0})

    def test_the_page_of_a_file_leads_to_what_a_rig_has(self):
        program = self.open()
        program.click("inspector/overview/limits")
        program.wait_for(lambda: program.states["selection"]["kind"] == "joint"
                         and program.states["selection"]["lower"] is not None
                         and program.states["tools"]["tool"] == "limits", "a joint with limits, and their handles")
        program.key("Escape")
        program.click("inspector/overview/sites")
        program.wait_for(lambda: program.states["selection"]["kind"] == "site", "a site")
        program.key("Escape")
        program.click("inspector/overview/masses")
        program.wait_for(lambda: "inspector/show_mass" in program.widgets, "the body's mass, in sight")
        program.key("Escape")
        program.click("inspector/overview/bones")
        program.wait_for(lambda: "bones/slot/hips" in program.widgets, "the map of the bones")

    def test_a_site_is_hung_on_another_joint(self):
        program = self.open()
        program.click("tree/search")
        program.type("hand_tip")
        program.click("tree/site/l_hand_tip")
        program.wait_for(lambda: program.states["selection"]["name"] == "l_hand_tip", "the site")
        program.click("tree/site/l_hand_tip", 3)
        program.click("item_menu/up")
        program.wait_for(lambda: program.states["history"]["undo"].startswith("Re-parent l_hand_tip to "), "the menu's edit")
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the file's own state")
        program.key("ctrl+f")
        program.key("ctrl+a")
        program.type("hand")
        site, joint = program.centre("tree/site/l_hand_tip"), program.centre("tree/joint/r_wrist")
        program.drag(site, joint)
        program.wait_for(lambda: program.states["history"]["undo"] == "Re-parent l_hand_tip to r_wrist", "the drag's edit")
        program.key("ctrl+s")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
        text = self.file.read_text()
        self.assertGreater(text.index("DEF hanim_l_hand_tip Site"), text.index("hanim_r_wrist"))

    def test_what_is_typed_at_a_tag_is_kept_by_tab(self):
        program = self.open()
        program.click("tree/humanoid/Boxman")
        program.click(self.bones(program))
        self.scroll_to(program, "section/Info")
        program.click("section/Info")
        self.scroll_to(program, "inspector/info/authorName")
        program.click("inspector/info/authorName")
        program.key("ctrl+a")
        program.type("Leonardo")
        program.key("Tab")
        program.wait_for(lambda: program.states["history"]["unsaved"], "the edit")
        program.click("inspector/info/humanoidVersion")
        program.type("9")
        program.key("Escape")
        program.key("ctrl+s")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
        text = self.file.read_text()
        self.assertIn('"authorName=Leonardo"', text)
        self.assertIn('"humanoidVersion=1.1"', text)

    @staticmethod
    def bones(program):
        """The heading of the bones, which folds a long list away."""
        program.wait_for(lambda: any(name.startswith("section/Bones") for name in program.widgets), "the bones")
        return next(name for name in program.widgets if name.startswith("section/Bones"))


class SmallWindowTest(OpenedTest):
    server_size = (640, 400)

    def test_limits_stand_beside_each_other(self):
        program = self.open()
        program.select_joint("l_knee")
        self.scroll_to(program, "inspector/limit/X/upper")
        lower, upper = program.widgets["inspector/limit/X/lower"], program.widgets["inspector/limit/X/upper"]
        self.assertLessEqual(lower[0] + lower[2], upper[0])
        self.assertLessEqual(upper[0] + upper[2], 640)
        self.assertGreaterEqual(lower[2], 48)


    def test_the_overview_of_a_rig_needs_no_scrolling(self):
        program = self.open()
        low = program.widgets["splitter/timeline"][1]
        for part in ("bones", "limits", "stiffness", "weights", "sites", "displacers", "masses"):
            x, y, width, height = program.widgets[f"inspector/overview/{part}"]
            self.assertLessEqual(y + height, low, part)
            self.assertGreaterEqual(height, 20, part)
        program.click("inspector/overview/sites")
        program.wait_for(lambda: program.states["selection"]["kind"] == "site", "a site")


class LongNamesTest(driver.WindowTest):
    server_size = (640, 400)

    def test_names_of_figures_do_not_cover_each_other(self):
        folder = Path(tempfile.mkdtemp(prefix="vitruvian-names-"))
        self.addCleanup(shutil.rmtree, folder, True)
        files = [folder / f"character_hero_with_long_hair_v0{i}_final_export.wrl" for i in (1, 2, 3)]
        for file in files:
            shutil.copy(DATA / "boxman.wrl", file)
        program = self.start(*map(str, files))
        names = ["view/name/" + file.name for file in files]
        program.wait_for(lambda: all(name in program.widgets for name in names), "the names in the view")
        program.settle()
        rects = [program.widgets[name] for name in names]
        for i, (x, y, width, height) in enumerate(rects):
            for other in rects[:i]:
                apart = (x >= other[0] + other[2] or other[0] >= x + width
                         or y >= other[1] + other[3] or other[1] >= y + height)
                self.assertTrue(apart, rects)
        # None is under a strip of buttons.
        for strip in ("viewport/layer.", "viewport/tool.", "viewport/frame", "viewport/symmetric"):
            for widget, (x, y, width, height) in program.widgets.items():
                if not widget.startswith(strip):
                    continue
                for other in rects:
                    apart = (x >= other[0] + other[2] or other[0] >= x + width
                             or y >= other[1] + other[3] or other[1] >= y + height)
                    self.assertTrue(apart, (widget, (x, y, width, height), other))


class FirstWindowTest(driver.WindowTest):
    server_size = (2560, 1440)

    def test_a_first_window_is_as_large_in_the_designs_units_at_any_scale(self):
        sizes = []
        for scale in (None, 1.5):
            program = self.start(scale=scale)
            window = program.state("window")
            sizes.append((window["width"] / (scale or 1.0), window["height"] / (scale or 1.0)))
            program.stop()
        self.assertAlmostEqual(sizes[0][0], sizes[1][0], delta=1.0)
        self.assertAlmostEqual(sizes[0][1], sizes[1][1], delta=1.0)


if __name__ == "__main__":
    driver.main()
