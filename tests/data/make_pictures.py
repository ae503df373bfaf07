#!/usr/bin/env python3
"""Makes the pictures that the decoders are tested with: the kept corpus of the fuzz target for pictures, inputs of
other targets that name some of them, and many_symbols.jpg, a JPEG whose Huffman table has 765 symbols where the format
has room for 256.

All of the corpus that is not broken shows the same 16 x 16 pixels, four quarters of one colour each. Run it in this
folder after changing it; what it writes is committed. Nothing but the standard library is needed.
"""
import json
import struct
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parent / "fuzz/corpus/fuzz_picture"
SIZE = 16
COLORS = [(240, 16, 16), (16, 208, 32), (32, 48, 224), (128, 128, 128)]  # top left, top right, bottom left, right


def quarter(x, y):
    return (x >= SIZE // 2) + 2 * (y >= SIZE // 2)


def rows_of(value):
    """value(quarter) of each pixel, row by row."""
    return [[value(quarter(x, y)) for x in range(SIZE)] for y in range(SIZE)]


def bits(numbers, width):
    """Numbers of `width` bits each, the first highest, filled up to bytes with zeros."""
    text = "".join(f"{n:0{width}b}" for n in numbers)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8))


# ---- PNG

def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(depth, kind, pack_row, value, before=b"", interlaced=False):
    rows = rows_of(value)
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    data = b"".join(b"\0" + pack_row(row[left::across]) for left, top, across, down in passes for row in rows[top::down])
    header = struct.pack(">IIBBBBB", SIZE, SIZE, depth, kind, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + before + png_chunk(b"IDAT", zlib.compress(data, 9)) +
            png_chunk(b"IEND", b""))


def pngs():
    flat = lambda row: bytes(c for color in row for c in color)
    wide = lambda row: b"".join(struct.pack(">H", c * 257) for color in row for c in color)
    palette = png_chunk(b"PLTE", bytes(c for color in COLORS for c in color))
    yield "rgb.png", png(8, 2, flat, lambda q: COLORS[q])
    yield "rgb_interlaced.png", png(8, 2, flat, lambda q: COLORS[q], interlaced=True)
    yield "rgba16.png", png(16, 6, wide, lambda q: COLORS[q] + (255,))
    yield "rgb16_interlaced.png", png(16, 2, wide, lambda q: COLORS[q], interlaced=True)
    yield "palette2.png", png(2, 3, lambda row: bits(row, 2), lambda q: q, palette)
    # Seen through: the last quarter, by each of the ways that the format has.
    yield "clear_palette.png", png(2, 3, lambda row: bits(row, 2), lambda q: q,
                                   palette + png_chunk(b"tRNS", bytes((255, 255, 255, 0))))
    yield "clear_color.png", png(8, 2, flat, lambda q: COLORS[q],
                                 png_chunk(b"tRNS", struct.pack(">HHH", *COLORS[3])))
    yield "clear_rgba.png", png(8, 6, flat, lambda q: COLORS[q] + (0 if q == 3 else 255,))
    yield "gray1.png", png(1, 0, lambda row: bits(row, 1), lambda q: q % 2)
    whole = png(8, 2, flat, lambda q: COLORS[q])
    yield "broken_sum.png", whole[:-16] + bytes(4) + whole[-12:]


# ---- JPEG: of each block its mean alone, by tables that need no compression

def jpeg_segment(marker, data):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def jpeg_table(kind, number, lengths, symbols):
    counts = [lengths.get(i, 0) for i in range(1, 17)]
    return jpeg_segment(0xC4, bytes([kind << 4 | number]) + bytes(counts) + bytes(symbols))


class Bits:
    def __init__(self):
        self.text = ""

    def put(self, value, width):
        if width:
            self.text += f"{value:0{width}b}"

    def data(self):
        text = self.text + "1" * (-len(self.text) % 8)
        return bytes(int(text[i:i + 8], 2) for i in range(0, len(text), 8)).replace(b"\xff", b"\xff\0")


def jpeg_scan(means, first, last, high, low, with_end):
    """One scan of all components: `means` has four numbers for each."""
    out = Bits()
    before = [0] * len(means)
    for block in range(4):
        for c, values in enumerate(means):
            value = values[block]
            if high:
                out.put(value >> low & 1, 1)
                continue
            difference = (value >> low) - before[c]
            before[c] = value >> low
            size = abs(difference).bit_length()
            out.put(size, 4)
            out.put(difference if difference > 0 else difference + (1 << size) - 1, size)
            if with_end:
                out.put(0, 1)
    head = bytes([len(means)]) + b"".join(bytes([c + 1, 0]) for c in range(len(means)))
    return jpeg_segment(0xDA, head + bytes([first, last, high << 4 | low])) + out.data()


def jpeg(channels, progressive=False, adobe=None, refinements=1):
    """`channels`: for each component its four values."""
    means = [[8 * (v - 128) for v in values] for values in channels]
    out = b"\xff\xd8"
    if adobe is not None:
        out += jpeg_segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, adobe))
    out += jpeg_segment(0xDB, b"\0" + b"\1" * 64)
    out += jpeg_segment(0xC2 if progressive else 0xC0, struct.pack(">BHHB", 8, SIZE, SIZE, len(means)) +
                        b"".join(bytes([c + 1, 0x11, 0]) for c in range(len(means))))
    out += jpeg_table(0, 0, {4: 12}, range(12)) + jpeg_table(1, 0, {1: 1}, [0])
    if progressive:
        out += jpeg_scan(means, 0, 0, 0, 1, False) + jpeg_scan(means, 0, 0, 1, 0, False) * refinements
        for c in range(len(means)):  # that there is nothing but means
            out += jpeg_segment(0xDA, bytes([1, c + 1, 0, 1, 63, 0])) + b"\x0f"
    else:
        out += jpeg_scan(means, 0, 63, 0, 0, True)
    return out + b"\xff\xd9"


def ycc(color):
    r, g, b = color
    y = 0.299 * r + 0.587 * g + 0.114 * b
    return tuple(round(v) for v in (y, 128 + (b - y) / 1.772, 128 + (r - y) / 1.402))


def jpegs():
    across = lambda colors: [list(values) for values in zip(*colors)]
    color = across([ycc(c) for c in COLORS])
    yield "color.jpg", jpeg(color)
    yield "progressive.jpg", jpeg(color, progressive=True)
    yield "rgb.jpg", jpeg(across(COLORS), adobe=0)
    # Inverted ink, as programs write it: red, green, blue, and black that takes nothing away.
    yield "cmyk.jpg", jpeg(across([c + (255,) for c in COLORS]), adobe=0)
    # Here three are as colours again, inverted.
    yield "ycck.jpg", jpeg(across([ycc(tuple(255 - v for v in c)) + (255,) for c in COLORS]), adobe=2)
    yield "gray.jpg", jpeg([[0, 255, 0, 255]])
    yield "scans.jpg", jpeg(color, progressive=True, refinements=200)
    whole = jpeg(color)
    yield "short.jpg", whole[:-12]


def many_symbols():
    """Three code lengths with 255 codes each."""
    whole = jpeg([[0, 255, 0, 255]])
    table = jpeg_table(0, 0, {4: 12}, range(12))
    assert table in whole
    return whole.replace(table, jpeg_table(0, 0, {14: 255, 15: 255, 16: 255}, bytes(i % 12 for i in range(765))))


# ---- GIF: codes of one width, with a clear code before the table would grow

def gif(interlaced=False, transparent=None, frame=None):
    left, top, width, height = frame or (0, 0, SIZE, SIZE)
    rows = rows_of(lambda q: q)[top:top + height]
    if interlaced:
        rows = rows[0::8] + rows[4::8] + rows[2::4] + rows[1::2]
    codes = []
    for index in (i for row in rows for i in row[left:left + width]):
        if len(codes) % 3 == 0:
            codes.append(4)  # clear
        codes.append(index)
    codes.append(5)  # end
    text = "".join(f"{code:03b}"[::-1] for code in codes)
    text += "0" * (-len(text) % 8)
    data = bytes(int(text[i:i + 8][::-1], 2) for i in range(0, len(text), 8))
    blocks = b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255))
    control = b""
    if transparent is not None:
        control = b"\x21\xf9\4" + struct.pack("<BHB", 1, 0, transparent) + b"\0"
    return (b"GIF89a" + struct.pack("<HHBBB", SIZE, SIZE, 0x91, 0, 0) + bytes(c for color in COLORS for c in color) +
            control + b"," + struct.pack("<HHHHB", left, top, width, height, 0x40 if interlaced else 0) + b"\2" +
            blocks + b"\0;")


def gifs():
    yield "plain.gif", gif()
    yield "interlaced.gif", gif(interlaced=True)
    yield "clear.gif", gif(transparent=3)
    yield "part.gif", gif(frame=(8, 8, 8, 8))
    yield "short.gif", gif()[:-60]


# ---- BMP

def bmp(depth, data, packing=0, palette=b"", extra=b"", from_top=False, header=40, colors=0):
    info = struct.pack("<IiiHHIIiiII", header, SIZE, -SIZE if from_top else SIZE, 1, depth, packing, len(data), 2835,
                       2835, colors, 0) + extra
    if header == 12:
        info = struct.pack("<IHHHH", 12, SIZE, SIZE, 1, depth)
    at = 14 + len(info) + len(palette)
    return b"BM" + struct.pack("<IHHI", at + len(data), 0, 0, at) + info + palette + data


def bmps():
    indices = rows_of(lambda q: q)[::-1]
    colors = rows_of(lambda q: COLORS[q])[::-1]
    bgr = lambda rows: bytes(c for row in rows for color in row for c in reversed(color))
    palette = b"".join(bytes((b, g, r, 0)) for r, g, b in COLORS)
    yield "rgb24.bmp", bmp(24, bgr(colors))
    yield "from_top.bmp", bmp(24, bgr(colors[::-1]), from_top=True)
    yield "core.bmp", bmp(24, bgr(colors), header=12)
    yield "palette8.bmp", bmp(8, bytes(i for row in indices for i in row), palette=palette, colors=4)
    yield "palette4.bmp", bmp(4, b"".join(bits(row, 4) for row in indices), palette=palette, colors=4)
    runs8 = b"".join(bytes((8, row[0], 8, row[8], 0, 0)) for row in indices) + b"\0\1"
    yield "runs8.bmp", bmp(8, runs8, 1, palette, colors=4)
    runs4 = b"".join(bytes((8, row[0] * 17, 0, 8)) + bits(row[8:], 4) + b"\0\0" for row in indices) + b"\0\1"
    yield "runs4.bmp", bmp(4, runs4, 2, palette, colors=4)
    # The last quarter is jumped over.
    jumps = b"".join(bytes((8, row[0], 0, 2, 8, 0, 0, 0)) if row[8] == 3 else bytes((8, row[0], 8, row[8], 0, 0))
                     for row in indices) + b"\0\1"
    yield "clear_runs8.bmp", bmp(8, jumps, 1, palette, colors=4)
    fields = struct.pack("<IIII", 0xFF000000, 0xFF0000, 0xFF00, 0xFF)
    with_alpha = b"".join(struct.pack("<I", r << 24 | g << 16 | b << 8 | (0 if (r, g, b) == COLORS[3] else 255))
                          for row in colors for r, g, b in row)
    yield "clear_fields32.bmp", bmp(32, with_alpha, 3, extra=fields, header=56)
    no_alpha = b"".join(struct.pack("<I", r << 16 | g << 8 | b) for row in colors for r, g, b in row)
    yield "rgb32.bmp", bmp(32, no_alpha)
    yield "short.bmp", bmp(24, bgr(colors))[:-200]


# ---- WebP, lossless: each colour channel has a code of four symbols of its own

def webp():
    out = []  # bits, the lowest first

    def put(value, width):
        out.extend(value >> i & 1 for i in range(width))

    put(0x2F, 8)
    put(SIZE - 1, 14)
    put(SIZE - 1, 14)
    put(0, 1 + 3)  # no alpha, version 0
    put(0, 1)  # no transform
    put(0, 1)  # no colour cache
    put(0, 1)  # one group of codes

    def code_of(symbols, alphabet):
        """A normal code: the lengths 0 and 2 alone are used, a bit each, so four symbols have two bits each."""
        put(0, 1)
        order = [17, 18, 0, 1, 2]
        put(len(order) - 4, 4)
        for length in order:
            put(1 if length in (0, 2) else 0, 3)
        put(0, 1)  # lengths for the whole alphabet
        for symbol in range(alphabet):
            put(1 if symbol in symbols else 0, 1)
        return {symbol: i for i, symbol in enumerate(sorted(symbols))}

    def simple(symbol):
        put(1, 1)
        put(0, 1)
        put(1, 1)
        put(symbol, 8)

    green, red, blue = (code_of({c[i] for c in COLORS}, alphabet) for i, alphabet in ((1, 280), (0, 256), (2, 256)))
    simple(255)
    simple(0)
    for row in rows_of(lambda q: COLORS[q]):
        for r, g, b in row:
            for code, value in ((green, g), (red, r), (blue, b)):
                put(code[value] >> 1, 1)
                put(code[value] & 1, 1)
    out.extend([0] * (-len(out) % 8))
    data = bytes(sum(bit << i for i, bit in enumerate(out[at:at + 8])) for at in range(0, len(out), 8))
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


# ---- Files that name pictures

def gltf_with_pictures(names):
    """As the fuzz targets have it: JSON, a zero byte, the buffer. One textured triangle for each picture."""
    data = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0) + struct.pack("<6f", 0, 0, 1, 0, 0, 1)
    views = [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}]
    for name in names:
        picture = (CORPUS / name).read_bytes()
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(picture)})
        data += picture
    each = range(len(names))
    triangle = {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}}
    root = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": len(data)}], "bufferViews": views,
            "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3},
                          {"bufferView": 1, "componentType": 5126, "type": "VEC2", "count": 3}],
            "images": [{"bufferView": 2 + i} for i in each], "textures": [{"source": i} for i in each],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in each],
            "meshes": [{"primitives": [triangle | {"material": i} for i in each]}],
            "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}
    return json.dumps(root, separators=(",", ":")).encode() + b"\0" + data


def world_with_pictures(names):
    shape = 'Shape { appearance Appearance { texture ImageTexture { url "%s" } } geometry Box { } }\n'
    return "#VRML V2.0 utf8\n" + "".join(shape % name for name in names)


def main():
    CORPUS.mkdir(parents=True, exist_ok=True)
    for made in (pngs(), jpegs(), gifs(), bmps(), [("lossless.webp", webp())]):
        for name, data in made:
            (CORPUS / name).write_bytes(data)
    (CORPUS.parent / "fuzz_gltf/pictures").write_bytes(
        gltf_with_pictures(["rgb.png", "color.jpg", "lossless.webp", "rgb.png", "short.jpg"]))
    (CORPUS.parent / "fuzz_vrml/pictures.wrl").write_text(
        world_with_pictures(["clear_palette.png", "progressive.jpg", "plain.gif", "runs8.bmp", "no.png"]))
    (HERE / "many_symbols.jpg").write_bytes(many_symbols())


if __name__ == "__main__":
    main()
