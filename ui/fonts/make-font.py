"""Writes bricolage-grotesque.woff2 and bricolage-grotesque-accents.woff2 from the packaged font.

The first has what English text needs and the sign of the rupee, which the package has in another file. The second has the other letters of
Western Europe. `ui/theme.css` names the characters of each. Needs fontTools and brotli. Run it in the project's folder after an update of @fontsource-variable/bricolage-grotesque.
"""

import copy
import io

from fontTools import subset
from fontTools.ttLib import TTFont

RUPEE = 0x20B9
FILES = "node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-"


def reload(font):
    file = io.BytesIO()
    font.flavor = None
    font.save(file)
    file.seek(0)
    return TTFont(file)


latin = TTFont(FILES + "latin-wght-normal.woff2")
extended = TTFont(FILES + "latin-ext-wght-normal.woff2")
name = extended.getBestCmap()[RUPEE]
order = latin.getGlyphOrder()
# The tables are read before the order of the glyphs changes.
variations, glyphs = latin["gvar"].variations, [latin["glyf"][glyph] for glyph in order]
latin.setGlyphOrder([*order, name])
latin["glyf"].glyphs[name] = copy.deepcopy(extended["glyf"][name])
latin["glyf"].glyphOrder = latin.getGlyphOrder()
latin["hmtx"].metrics[name] = extended["hmtx"].metrics[name]
variations[name] = copy.deepcopy(extended["gvar"].variations[name])
latin["GDEF"].table.GlyphClassDef.classDefs[name] = 1
for table in latin["cmap"].tables:
    if table.isUnicode():
        table.cmap[RUPEE] = name
# How the width of the glyph varies, in the region of the packaged font's one axis.
(variation,) = variations[name]
left, right = variation.coordinates[-4], variation.coordinates[-3]
widths = latin["HVAR"].table
row = widths.VarStore.VarData[0]
assert len(widths.VarStore.VarRegionList.Region) == 1 and row.VarRegionIndex == [0]
row.Item.append([right[0] - left[0]])
row.ItemCount = len(row.Item)
if widths.AdvWidthMap:
    widths.AdvWidthMap.mapping[name] = row.ItemCount - 1
else:
    assert row.ItemCount == len(order) + 1

# English text, with the signs of our pages.
ENGLISH = {*range(0x20, 0x7F), *map(ord, "\u00a0\u00a9\u00ae\u00b0\u00b7\u00bd\u00d7\u00e9\u2122\u2191\u2193\u2212\u20b9"), *range(0x2000, 0x2070)}


def write(characters, file):
    font = reload(latin)
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "pnum", "tnum"]
    options.notdef_outline = True
    options.name_IDs = ["*"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(file)


characters = set(latin.getBestCmap())
write(characters & ENGLISH, "ui/fonts/bricolage-grotesque.woff2")
write(characters - ENGLISH, "ui/fonts/bricolage-grotesque-accents.woff2")
