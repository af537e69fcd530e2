import type { Scheme } from '#server/site/artwork/palette.ts'
import { mix, shade } from '#server/site/artwork/palette.ts'
import type { SeededRandom } from '#server/site/artwork/seeded-random.ts'
import { at, circle, el, num, type Point, polygon, polyline, rect, stroke } from '#server/site/artwork/svg.ts'

/** Draws stacked planes, the motif of Full Stack. */
export function planes(random: SeededRandom, colours: Scheme, form: number): string {
  return form % 3 === 1 ? sheets(random, colours) : stack(random, colours, form % 3 === 2)
}

function stack(random: SeededRandom, colours: Scheme, slender: boolean): string {
  const count = slender ? 6 : random.whole(3, 4)
  const gap = slender ? 35 : 150 / (count - 1)
  const thick = slender ? 9 : 16
  const reach: Point = slender ? [160, 80] : [188, 94]
  const cx = random.between(296, 344)
  const top = 206 - ((count - 1) * gap + thick) / 2
  const special = random.whole(0, count - 2)
  let drawn = ''
  for (let level = count - 1; level >= 0; level--) {
    const y = top + level * gap
    const face = level === special ? colours.accent : level % 2 === 0 ? colours.near : colours.mid
    drawn += slab(cx, y, reach, thick, face)
    if (level === 0) drawn += furnish(slender ? 2 : random.whole(0, 1), cx, y, reach, colours)
  }
  const feet: Point[] = [
    [cx - reach[0], top],
    [cx + reach[0], top],
  ]
  const posts = feet.map(([x]) =>
    stroke(`M${at(x, top)}V${num(top + (count - 1) * gap)}`, mix(colours.ground, colours.near, 0.55), 2),
  )
  return posts.join('') + drawn
}

/** Draws a flat slab in 2:1 isometric projection. */
function slab(cx: number, cy: number, [w, h]: Point, thick: number, face: string): string {
  const left: Point = [cx - w, cy]
  const right: Point = [cx + w, cy]
  const front: Point = [cx, cy + h]
  const low = ([x, y]: Point): Point => [x, y + thick]
  return (
    polygon([left, front, low(front), low(left)], shade(face, 0.28)) +
    polygon([right, front, low(front), low(right)], shade(face, 0.5)) +
    polygon([left, [cx, cy - h], right, front], face)
  )
}

/** Draws the content of the top plane: tiles, a courtyard or lines of text. */
function furnish(kind: number, cx: number, cy: number, [w, h]: Point, colours: Scheme): string {
  // Returns a point on the plane: u runs along the right edge, v along the left one, both from -1 to 1.
  const on = (u: number, v: number): Point => [cx + ((u - v) * w) / 2, cy + ((u + v) * h) / 2]
  const line = mix(colours.near, colours.ground, 0.6)
  if (kind === 0) {
    const raised: Point[] = [
      [-0.45, -0.45],
      [0.2, -0.35],
      [-0.3, 0.35],
    ]
    return raised
      .map(([u, v], index) => {
        const [x, y] = on(u, v)
        const tall = 18 + index * 9
        return slab(x, y - tall, [w * 0.2, h * 0.2], tall, index === 1 ? colours.accent : colours.mid)
      })
      .join('')
  }
  if (kind === 1) {
    const court = [0.62, 0.34].map((r, index) =>
      polygon([on(-r, -r), on(r, -r), on(r, r), on(-r, r)], index === 0 ? colours.mid : colours.ground),
    )
    return court.join('')
  }
  return [-0.6, -0.3, 0, 0.3, 0.6]
    .map((v, index) => stroke(polyline([on(-0.7, v), on(index === 2 ? 0.1 : 0.7, v)]), line, index === 0 ? 10 : 5))
    .join('')
}

/** Draws overlapping sheets from the front; the last one is a page. */
function sheets(random: SeededRandom, colours: Scheme): string {
  const count = 4
  const [stepX, stepY] = [random.between(46, 62), random.between(30, 40)]
  const side = random.chance(0.5) ? 1 : -1
  const [width, height] = [330, 250]
  const x0 = 320 - width / 2 - (side * stepX * (count - 1)) / 2
  const y0 = 200 - height / 2 - (stepY * (count - 1)) / 2
  const fills = [colours.far, colours.mid, colours.accent, colours.near]
  let drawn = ''
  fills.forEach((fill, index) => {
    drawn += rect(x0 + side * stepX * index, y0 + stepY * index, width, height, fill)
  })
  const x = x0 + side * stepX * (count - 1)
  const y = y0 + stepY * (count - 1)
  const ink = colours.ground
  drawn += rect(x, y, width, 34, mix(colours.near, ink, 0.22))
  drawn += [0, 1, 2].map((dot) => circle(x + 22 + dot * 20, y + 17, 6, ink)).join('')
  drawn += rect(x + 28, y + 62, 118, 118, colours.mid)
  drawn += el('path', { d: `M${at(x + 28, y + 180)}v-60a60 60 0 0 1 60 60z`, fill: colours.accent })
  for (let row = 0; row < 5; row++) {
    drawn += rect(x + 170, y + 62 + row * 28, row === 0 ? 130 : random.between(70, 130), row === 0 ? 12 : 6, ink)
  }
  return drawn
}
