import type { Scheme } from '#server/site/artwork/palette.ts'
import { mix } from '#server/site/artwork/palette.ts'
import type { SeededRandom } from '#server/site/artwork/seeded-random.ts'
import { at, circle, dome, num, rect, shape, stroke } from '#server/site/artwork/svg.ts'

/** Draws overlapping arcs, the motif of Cloud. */
export function arcs(random: SeededRandom, colours: Scheme, form: number): string {
  const draw = [domes, tiles, reach][form % 3] ?? domes
  return draw(random, colours)
}

/** Draws three banded domes on a horizon, and a sun. */
function domes(random: SeededRandom, colours: Scheme): string {
  const floor = random.between(305, 325)
  const mirrored = random.chance(0.5)
  const across = (x: number) => (mirrored ? 640 - x : x)
  const bands = (x: number, r: number, outer: string, inner: string, count: number) => {
    let drawn = ''
    for (let band = 0; band < count; band++) {
      drawn += shape(dome(across(x), floor, r * (1 - band / count)), band % 2 === 0 ? outer : inner)
    }
    return drawn
  }
  return (
    circle(across(random.between(470, 520)), random.between(90, 120), 46, colours.accent) +
    bands(455, random.between(140, 160), colours.mid, mix(colours.mid, colours.ground, 0.45), 5) +
    bands(120, random.between(105, 125), mix(colours.mid, colours.ground, 0.35), colours.far, 4) +
    bands(270, random.between(195, 215), colours.near, colours.ground, 8) +
    rect(0, floor, 640, 400 - floor, mix(colours.ground, colours.near, 0.16)) +
    rect(across(320) - 320, floor, 640, 5, colours.near)
  )
}

/** Draws quarter circles in tiles. */
function tiles(random: SeededRandom, colours: Scheme): string {
  const size = 128
  const fills = [colours.near, colours.mid, colours.near, colours.mid, colours.far] as const
  const bright = random.whole(0, 14)
  let drawn = ''
  for (let index = 0; index < 20; index++) {
    const [x, y] = [(index % 5) * size, Math.floor(index / 5) * size - 56]
    const corner = random.whole(0, 3)
    const fill = index === bright || index === (bright + 7) % 20 ? colours.accent : random.pick(fills)
    const [cx, cy] = [x + (corner % 2) * size, y + (corner >> 1) * size]
    const [sx, sy] = [corner % 2 === 0 ? 1 : -1, corner < 2 ? 1 : -1]
    const quarter = (r: number) =>
      `M${at(cx, cy)}h${num(sx * r)}A${num(r)} ${num(r)} 0 0 ${sx * sy > 0 ? 1 : 0} ${at(cx, cy + sy * r)}Z`
    drawn += rect(
      x,
      y,
      size,
      size,
      (index + Math.floor(index / 5)) % 2 === 0 ? colours.ground : mix(colours.ground, colours.far, 0.7),
    )
    drawn += shape(quarter(size), fill)
    drawn += shape(quarter(size * 0.66), colours.ground) + shape(quarter(size * 0.33), fill)
  }
  return drawn
}

/** Draws partial rings around one corner. */
function reach(random: SeededRandom, colours: Scheme): string {
  const left = random.chance(0.5)
  const [cx, cy] = [left ? 90 : 550, 372]
  const fills = [colours.near, colours.mid, colours.accent, colours.near, colours.mid, colours.near, colours.mid]
  let drawn = ''
  fills.forEach((fill, index) => {
    const r = 74 + index * 55
    // Angles in half turns from the floor, on the far side of the corner.
    const from = index % 2 === 0 ? 0 : random.between(0.08, 0.2)
    const to = random.between(0.42, index < 3 ? 0.95 : 0.62)
    const pointAt = (turn: number) => at(cx + (left ? 1 : -1) * r * Math.cos(turn * Math.PI), cy - r * Math.sin(turn * Math.PI))
    drawn += stroke(`M${pointAt(0)}A${num(r)} ${num(r)} 0 0 ${left ? 0 : 1} ${pointAt(1)}`, colours.far, 2)
    drawn += stroke(`M${pointAt(from)}A${num(r)} ${num(r)} 0 0 ${left ? 0 : 1} ${pointAt(to)}`, fill, index === 2 ? 34 : 24)
  })
  return drawn + circle(cx, cy, 30, colours.accent) + rect(0, cy, 640, 40, colours.ground) + rect(0, cy, 640, 4, colours.near)
}
