import type { Scheme } from '#server/site/artwork/palette.ts'
import { mix } from '#server/site/artwork/palette.ts'
import type { SeededRandom } from '#server/site/artwork/seeded-random.ts'
import { at, circle, el, num, polygon, ring, stroke } from '#server/site/artwork/svg.ts'

/** Draws a closed loop, the motif of DevOps. */
export function loop(random: SeededRandom, colours: Scheme, form: number): string {
  const draw = [eight, track, rings][form % 3] ?? eight
  return draw(random, colours)
}

/** Draws two wheels with a crossed belt. */
function eight(random: SeededRandom, colours: Scheme): string {
  const r = random.between(96, 106)
  const a = 158
  const angle = Math.asin(r / a)
  // The point where a line through the crossing touches a wheel.
  const tx = Math.cos(angle) ** 2 * a
  const ty = Math.cos(angle) * Math.sin(angle) * a
  const arc = (side: number, from: number) => `A${num(r)} ${num(r)} 0 1 ${side * from > 0 ? 0 : 1} ${at(side * tx, -from * ty)}`
  const whole = `M${at(-tx, -ty)}L${at(tx, ty)}${arc(1, 1)}L${at(-tx, ty)}${arc(-1, 1)}Z`
  const over = (share: number) => `M${at(-tx * share, ty * share)}L${at(tx * share, -ty * share)}`
  const belt = (d: string) =>
    [
      [74, colours.near],
      [50, colours.ground],
      [40, colours.mid],
      [12, colours.ground],
    ]
      .map(([width, colour]) => stroke(d, String(colour), Number(width)))
      .join('')
  const start = random.chance(0.5) ? 1 : -1
  const mark = start * (a + r)
  return group(
    320 + random.between(-14, 14),
    200,
    belt(whole) + stroke(over(0.72), colours.ground, 96) + belt(over(0.97)),
    circle(-a * start, 0, 30, colours.accent) +
      circle(mark, 0, 30, colours.accent) +
      polygon(
        [
          [mark - 12, 8],
          [mark + 12, 8],
          [mark, -14],
        ],
        colours.ground,
      ),
  )
}

/** Draws the lanes of a stadium with one highlighted run. */
function track(random: SeededRandom, colours: Scheme): string {
  const lanes = random.whole(4, 5)
  const straight = random.between(190, 240)
  const gap = 160 / (lanes + 1)
  const fast = random.whole(1, lanes - 2)
  const slanted = random.whole(-9, 9)
  let drawn = ''
  for (let lane = 0; lane < lanes; lane++) {
    const r = 60 + lane * gap
    const d = `M${at(-straight / 2, -r)}h${num(straight)}a${num(r)} ${num(r)} 0 0 1 0 ${num(2 * r)}h${num(-straight)}a${num(r)} ${num(r)} 0 0 1 0 ${num(-2 * r)}z`
    const length = 2 * straight + 2 * Math.PI * r
    drawn += stroke(d, lane % 2 === 0 ? colours.near : colours.mid, 15)
    if (lane === fast) {
      const run = random.between(0.4, 0.62)
      drawn += stroke(d, colours.ground, 16) + stroke(d, mix(colours.ground, colours.near, 0.3), 3)
      drawn += stroke(d, colours.accent, 19, { 'stroke-dasharray': `${num(length * run)} ${num(length)}` })
      drawn += circle(-straight / 2, -r, 17, colours.accent) + circle(-straight / 2, -r, 6, colours.ground)
    }
  }
  return el('g', { transform: `translate(320 200) rotate(${slanted})` }, drawn)
}

/** Draws three interlocked rings. */
function rings(random: SeededRandom, colours: Scheme): string {
  const r = 104
  const step = random.between(132, 146)
  const lift = random.pick([-34, 34, 0] as const)
  const centres = [-1, 0, 1].map((index) => ({ x: 320 + index * step, y: 200 + (index === 0 ? -lift / 2 : lift / 2) }))
  const fills = [colours.mid, colours.near, colours.accent]
  const wide = 40
  const all = centres.map(
    ({ x, y }, index) => ring(x, y, r, colours.ground, wide + 16) + ring(x, y, r, fills[index] ?? colours.near, wide),
  )
  // At the upper crossing of two rings, the first one is drawn again on top; its own colour hides the ends of the gap.
  const over = centres.slice(0, 2).map(({ x, y }, index) => {
    const next = centres[index + 1] ?? { x, y }
    const crossing = Math.atan2(next.y - y, next.x - x) - Math.acos(Math.hypot(next.x - x, next.y - y) / (2 * r))
    const arc = (half: number) => {
      const [from, to] = [crossing - half, crossing + half]
      return `M${at(x + r * Math.cos(from), y + r * Math.sin(from))}A${r} ${r} 0 0 1 ${at(x + r * Math.cos(to), y + r * Math.sin(to))}`
    }
    return stroke(arc(0.32), colours.ground, wide + 16) + stroke(arc(0.4), fills[index] ?? colours.near, wide)
  })
  const ticks = centres.map(({ x, y }) => circle(x, y, 14, mix(colours.ground, colours.near, 0.4)))
  return all.join('') + over.join('') + ticks.join('')
}

function group(x: number, y: number, ...children: string[]): string {
  return el('g', { transform: `translate(${at(x, y)})` }, ...children)
}
