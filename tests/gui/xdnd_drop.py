"""A real XDND source, protocol version 5: drops files onto an X11 window. No window manager is needed."""
import os
import time
import urllib.parse

from Xlib import X, display
from Xlib.protocol import event


class DropError(Exception):
    pass


def drop(window, x, y, files, seconds=10.0):
    """Drops `files` at root position (x, y); returns when the window says that it has taken them."""
    connection = display.Display()
    atom = connection.intern_atom
    root = connection.screen().root
    source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    target = connection.create_resource_object("window", window)
    if target.get_full_property(atom("XdndAware"), X.AnyPropertyType) is None:
        raise DropError("the window is not XdndAware")
    lines = ["file://" + urllib.parse.quote(os.path.abspath(name)) + "\r\n" for name in files]
    uris = "".join(lines).encode()
    selection = atom("XdndSelection")
    source.set_selection_owner(selection, X.CurrentTime)
    connection.sync()

    def send(name, data):
        message = event.ClientMessage(window=target, client_type=atom(name), data=(32, data))
        target.send_event(message)
        connection.flush()

    def serve(request):
        place = request.property or request.target
        request.requestor.change_property(place, request.target, 8, uris)
        answer = event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection,
            target=request.target, property=place)
        request.requestor.send_event(answer)
        connection.flush()

    send("XdndEnter", [source.id, 5 << 24, atom("text/uri-list"), 0, 0])
    send("XdndPosition", [source.id, 0, (x << 16) | y, X.CurrentTime, atom("XdndActionCopy")])
    dropped = False
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not connection.pending_events():
            time.sleep(0.01)
            continue
        got = connection.next_event()
        if got.type == X.SelectionRequest:
            serve(got)
        elif got.type == X.ClientMessage and got.client_type == atom("XdndStatus") and not dropped:
            if not got.data[1][1] & 1:
                raise DropError("the window refused the drop")
            send("XdndDrop", [source.id, 0, X.CurrentTime, 0, 0])
            dropped = True
        elif got.type == X.ClientMessage and got.client_type == atom("XdndFinished"):
            connection.close()
            # GLFW 3.3 puts the number of bytes here, where the protocol wants 1.
            if not got.data[1][1]:
                raise DropError("the window did not take the drop")
            return
    raise DropError("no answer from the window")
