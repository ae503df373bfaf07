#!/usr/bin/env python3
"""What `diff`, `rom` and `regress` write: JSON as the published schemas have it, and pages that are whole in themselves."""
import copy
import json
import unittest
from html.parser import HTMLParser

from common import DATA, DONE, FINDINGS, Case, conforms, main, schema

WORLD, GLTF = DATA / "boxman.wrl", DATA / "boxman.gltf"
EVIL = "<script>alert(1)</script>&\"'"


class Page(HTMLParser):
    """What a page would load or run, and whether its elements close in order."""
    EMPTY = {"meta", "img", "input", "br", "link", "hr"}

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.loads, self.handlers, self.scripts = [], [], [], [], 0
        self.feed(text)
        self.wrong += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script"
        for name, value in attrs:
            if name in ("src", "href", "action", "data", "srcset"):
                self.loads.append(value)
            if name.startswith("on"):
                self.handlers.append(name)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}> within {self.open[-3:]}")


class Reports(Case):
    def follows(self, found, name):
        wanted = schema(name)
        self.assertEqual(conforms(found, wanted), [])
        for spoil in (lambda r: r.pop("schema"), lambda r: r.update(more=1), lambda r: r.update(schema="other")):
            spoilt = copy.deepcopy(found)
            spoil(spoilt)
            self.assertNotEqual(conforms(spoilt, wanted), [])

    def is_whole(self, path, scripts):
        text = path.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("<!DOCTYPE html>"))
        page = Page(text)
        self.assertEqual(page.wrong, [])
        self.assertEqual(page.handlers, [])
        self.assertEqual(page.scripts, scripts)
        self.assertEqual([load[:60] for load in page.loads if not load.startswith("data:")], [])
        self.assertIn("Content-Security-Policy", text)
        self.assertNotIn("url(http", text)

    def evil_world(self):
        path = self.folder / "evil.wrl"
        path.write_text(WORLD.read_text().replace('name "l_knee"', f'name "{EVIL}"'.replace('&"', '&\\"')))
        return path

    def test_diff(self):
        other = self.evil_world()
        found = json.loads(self.expect(FINDINGS, "diff", WORLD, other, "--format", "json").text)
        self.follows(found, "diff-1")
        self.assertTrue(found["changes"])
        same = json.loads(self.expect(DONE, "diff", WORLD, WORLD, "--format", "json").text)
        self.follows(same, "diff-1")
        self.assertTrue(same["equal"])
        page = self.folder / "diff.html"
        self.expect(FINDINGS, "diff", WORLD, other, "--format", "html", "-o", page)
        self.is_whole(page, 0)

    def test_rom(self):
        sheet = self.folder / "sheet.html"
        found = self.json("rom", self.evil_world(), "-o", sheet, "--json", "--steps", "2", "--clip", "0")
        self.follows(found, "rom-1")
        self.assertTrue(found["extremes"])
        self.is_whole(sheet, 0)

    def test_regress(self):
        suite = self.folder / "suite.json"
        suite.write_text(json.dumps({"schema": "vitruvian-suite-1", "approved": "approved", "defaults": {"size": [64, 48]},
                                     "shots": [{"name": "one", "file": str(WORLD)},
                                               {"name": "two", "file": str(self.folder / "gone.wrl")}]}))
        out = self.folder / "out"
        self.follows(json.loads(self.expect(FINDINGS, "regress", suite, "-o", out, "--json").text), "regress-1")
        self.expect(FINDINGS, "regress", suite, "-o", out, "--approve")
        found = json.loads(self.expect(FINDINGS, "regress", suite, "-o", out, "--json").text)
        self.follows(found, "regress-1")
        self.assertEqual([shot["status"] for shot in found["shots"]], ["same", "broken"])
        self.assertEqual(found, json.loads((out / "results.json").read_text()))
        self.is_whole(out / "report.html", 1)

    def test_check(self):
        page = self.folder / "check.html"
        self.expect(DONE, "check", GLTF, self.evil_world(), "--format", "html", "--fail-on", "never", "-o", page)
        self.is_whole(page, 1)


if __name__ == "__main__":
    main()
