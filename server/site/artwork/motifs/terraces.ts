import type { Scheme } from '#server/site/artwork/palette.ts'
import { mix } from '#server/site/artwork/palette.ts'
import type { SeededRandom } from '#server/site/artwork/seeded-random.ts'
import { at, circle, num, rect, shape, stroke } from '#server/site/artwork/svg.ts'

/** Draws a landscape, the default motif. */
export function terraces(random: SeededRandom, colours: Scheme, form: number): string {
  const draw = [fields, steps, leaves][form % 3] ?? fields
  return draw(random, colours)
}

/** Draws a sun over ploughed ground. */
function fields(random: SeededRandom, colours: Scheme): string {
  const horizon = random.between(210, 240)
  const sun = random.pick([200, 320, 440] as const)
  const point = random.between(220, 420)
  let furrows = ''
  for (let index = -9; index <= 9; index++) {
    const x = point + index * 12
    const spread = point + index * 96
    furrows += `M${at(x, horizon)}L${at(spread, 400)}L${at(spread + 44, 400)}L${at(x + 5, horizon)}Z`
  }
  return (
    circle(sun, horizon - 20, 128, colours.accent) +
    rect(0, horizon, 640, 400 - horizon, colours.mid) +
    shape(furrows, colours.near) +
    rect(0, horizon - 3, 640, 6, colours.near)
  )
}

/** Draws stairs with a disc above them. */
function steps(random: SeededRandom, colours: Scheme): string {
  const count = random.whole(5, 6)
  const width = 640 / count
  const rise = 280 / count
  const down = random.chance(0.5)
  let drawn = ''
  for (let index = 0; index < count; index++) {
    const x = down ? 640 - (index + 1) * width : index * width
    const height = 40 + rise * (index + 0.6)
    drawn += rect(x, 400 - height, width + 0.5, height, index % 2 === 0 ? colours.near : colours.mid)
    drawn += rect(x, 400 - height, width + 0.5, 8, mix(index % 2 === 0 ? colours.near : colours.mid, colours.ground, 0.35))
  }
  return circle(down ? 470 : 170, 118, 62, colours.accent) + drawn
}

/** Draws leaves along a stem. */
function leaves(random: SeededRandom, colours: Scheme): string {
  const count = 6
  const size = random.between(104, 116)
  const bright = random.whole(0, count - 1)
  let drawn = stroke('M0 200H640', colours.near, 5)
  for (let index = 0; index < count; index++) {
    const x = -10 + index * size
    const up = index % 2 === 0 ? -1 : 1
    const r = size * 1.28
    const tip = at(x + r, 200 + up * r)
    const leaf = `M${at(x, 200)}A${num(r)} ${num(r)} 0 0 ${up < 0 ? 1 : 0} ${tip}A${num(r)} ${num(r)} 0 0 ${up < 0 ? 1 : 0} ${at(x, 200)}Z`
    drawn += shape(leaf, index === bright ? colours.accent : index % 3 === 0 ? colours.near : colours.mid)
  }
  return drawn
}
