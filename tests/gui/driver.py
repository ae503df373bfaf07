"""Starts the real program in an X server of its own, works it with a mouse and a keyboard, and reads what it reports.

VITRUVIAN is the binary, VITRUVIAN_SHARED the folder with the corpus. What the program says comes from
VITRUVIAN_REPORT (see app/gui/report.h); what it shows from the X server.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(os.environ.get("VITRUVIAN", os.path.join(ROOT, "build", "release", "vitruvian")))
SHARED = os.path.abspath(os.environ.get("VITRUVIAN_SHARED", os.path.join(ROOT, "..", "shared")))
WHEEL = (4, 5, 6, 7)  # buttons whose release is no event of its own
SECONDS = 40.0  # patience, for a machine that does other things too


def need_tools():
    """The reason why no window can be driven here, or None."""
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed (./tests/run installs it)"
    try:
        import Xlib  # noqa: F401
    except ImportError:
        return "python3-xlib is not installed (./tests/run installs it)"
    return None


def corpus(*parts):
    path = os.path.join(SHARED, "corpus", *parts)
    if not os.path.exists(path):
        raise unittest.SkipTest(f"the corpus file {path} is not here")
    return path


class Server:
    """An X server without a screen that anybody sees."""

    def __init__(self, width=1280, height=800):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-r"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = ":" + number
        os.environ["DISPLAY"] = self.name

    def stop(self):
        """Ends it. A server that starts over, since its last client has just left, may forget that it was asked."""
        while True:
            self.process.terminate()
            try:
                self.process.wait(timeout=5)
                return
            except subprocess.TimeoutExpired:
                pass


class Picture:
    """What the X server shows of a window: rows of BGRX bytes."""

    def __init__(self, width, height, data):
        self.width, self.height, self.data = width, height, data

    def pixel(self, x, y):
        at = (y * self.width + x) * 4
        blue, green, red = self.data[at:at + 3]
        return red, green, blue

    def colours(self, rect, step=3):
        x, y, width, height = rect
        return {self.pixel(i, j) for j in range(y, min(y + height, self.height), step)
                for i in range(x, min(x + width, self.width), step)}

    def difference(self, other, rect, step=2):
        """The share of pixels in `rect` that are not the same."""
        x, y, width, height = rect
        places = [(i, j) for j in range(y, min(y + height, self.height), step)
                  for i in range(x, min(x + width, self.width), step)]
        return sum(self.pixel(*at) != other.pixel(*at) for at in places) / len(places)


class Program:
    """The running binary."""

    def __init__(self, *files, scale=None, config=None, state=None, data=None):
        self.folder = tempfile.mkdtemp(prefix="vitruvian-gui-")
        self.report_path = os.path.join(self.folder, "report.jsonl")
        environment = dict(os.environ, VITRUVIAN_REPORT=self.report_path,
                           XDG_CONFIG_HOME=config or os.path.join(self.folder, "config"),
                           XDG_STATE_HOME=state or os.path.join(self.folder, "state"),
                           XDG_DATA_HOME=data or os.path.join(self.folder, "data"))
        environment.pop("VITRUVIAN_SCALE", None)
        environment.pop("WAYLAND_DISPLAY", None)
        if scale:
            environment["VITRUVIAN_SCALE"] = str(scale)
        self.log = open(os.path.join(self.folder, "log"), "w+")
        self.process = subprocess.Popen([BINARY, "view", *files], env=environment, stdout=self.log,
                                        stderr=subprocess.STDOUT, cwd=self.folder)
        self.lines = []
        self.states = {}
        self.widgets = {}
        self.read_to = 0
        self.pointer = None
        self.wait_for(lambda: "viewport" in self.widgets and "input" in self.states, "the window")
        self.window = int(self.xdotool("search", "--sync", "--onlyvisible", "--class", "vitruvian").split()[0])
        self.xdotool("windowfocus", "--sync", str(self.window))

    # What the program says

    def read(self):
        try:
            with open(self.report_path, encoding="utf-8") as report:
                report.seek(self.read_to)
                for line in iter(report.readline, ""):
                    if not line.endswith("\n"):
                        break
                    self.read_to += len(line.encode("utf-8"))
                    self.take(json.loads(line))
        except FileNotFoundError:
            pass

    def take(self, line):
        self.lines.append(line)
        if line["event"] == "state":
            self.states[line["topic"]] = line
        elif line["event"] == "widget":
            self.widgets[line["id"]] = line["rect"]
        elif line["event"] == "widget-gone":
            self.widgets.pop(line["id"], None)

    def wait_for(self, condition, what, seconds=SECONDS):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read()
            if condition():
                return
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended ({self.process.returncode}) before {what}:\n{self.output()}")
            time.sleep(0.02)
        last = "\n".join(json.dumps(line) for line in self.lines[-30:])
        raise AssertionError(f"no sign of {what}; the last reports were\n{last}\n{self.output()}")

    def wait_for_file(self, name):
        """Waits until the first figure is that file's."""
        self.wait_for(lambda: [file["name"] for file in self.states["files"]["files"]][:1] == [name], name)

    def state(self, topic):
        self.read()
        return self.states[topic]

    def is_idle(self):
        return bool(self.lines) and self.lines[-1]["event"] == "idle"

    def output(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8", errors="replace") as log:
            return log.read()

    # What a person does

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *arguments], capture_output=True, text=True, timeout=60, check=True)
        return done.stdout

    def send(self, *arguments, events=1):
        """xdotool, and then waits until the program has answered: ImGui takes one change of a button a frame."""
        self.read()
        before = self.states["input"]["events"]
        self.xdotool(*arguments)
        end = time.monotonic() + 2.0
        while self.states["input"]["events"] < before + events and time.monotonic() < end:
            time.sleep(0.01)
            self.read()

    def centre(self, widget):
        self.wait_for(lambda: widget in self.widgets, f"the control {widget}")
        x, y, width, height = self.widgets[widget]
        return x + width // 2, y + height // 2

    def move(self, x, y):
        if (x, y) == self.pointer:
            return
        self.send("mousemove", "--window", str(self.window), str(x), str(y))
        self.pointer = (x, y)

    def click(self, widget, button=1):
        # A popup finds its place in its second frame.
        place = None
        while place != self.centre(widget):
            place = self.centre(widget)
            self.move(*place)
        self.press(button)

    def press(self, button=1):
        if button in WHEEL:
            self.send("click", str(button))
            return
        self.send("mousedown", str(button))
        self.send("mouseup", str(button))

    def drag(self, start, end, button=1, steps=6):
        self.move(*start)
        self.send("mousedown", str(button))
        for i in range(1, steps + 1):
            self.move(start[0] + (end[0] - start[0]) * i // steps, start[1] + (end[1] - start[1]) * i // steps)
        self.send("mouseup", str(button))

    def key(self, *keys):
        """Keys with their modifiers ("ctrl+a"), going down in a frame and up in another."""
        for key in keys:
            parts = key.split("+")
            for change, order in (("keydown", parts), ("keyup", parts[::-1])):
                self.send(*(word for part in order for word in (change, part)), events=len(parts))

    def type(self, text):
        for letter in text:
            self.send("type", letter)

    def settle(self):
        """Waits until a still window has drawn all there is to draw."""
        time.sleep(0.3)
        self.wait_for(self.is_idle, "rest: a still window draws nothing")

    def picture(self):
        from Xlib import X, display
        connection = display.Display()
        window = connection.create_resource_object("window", self.window)
        shape = window.get_geometry()
        image = window.get_image(0, 0, shape.width, shape.height, X.ZPixmap, 0xFFFFFFFF)
        connection.close()
        return Picture(shape.width, shape.height, image.data)

    def select_joint(self, name):
        """Finds a joint by the tree's search and selects it."""
        self.click("tree/search")
        self.key("ctrl+a")
        self.type(name)
        self.click(f"tree/joint/{name}")
        self.wait_for(lambda: self.states["selection"]["name"] == name, f"the selection of {name}")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class WindowTest(unittest.TestCase):
    """A server and a program for each test."""

    server_size = (1280, 800)

    def setUp(self):
        self.server = Server(*self.server_size)
        self.addCleanup(self.server.stop)

    def start(self, *files, **options):
        program = Program(*files, **options)
        self.addCleanup(program.stop)
        return program


def main():
    reason = need_tools()
    if reason:
        print("cannot run:", reason, file=sys.stderr)
        sys.exit(1)
    unittest.main(verbosity=2)
