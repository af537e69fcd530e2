import { mix, paper, type Scheme, schemeOf } from '#server/site/artwork/palette.ts'
import { type SeededRandom, seededRandom } from '#server/site/artwork/seeded-random.ts'
import { circle, document, polygon, rect, shape, stroke } from '#server/site/artwork/svg.ts'

/** Draws an open book, a shelf or filed cards. */
export function drawResource(id: number): string {
  const random = seededRandom(`resource ${id}`)
  const colours = schemeOf(id + 4)
  const draw = [book, shelf, cards][id % 3] ?? book
  return document(480, 360, rect(0, 0, 480, 360, colours.ground), draw(random, colours))
}

function book(random: SeededRandom, colours: Scheme): string {
  const pale = mix(paper, '#1f3238', 0.3)
  const page = (side: 1 | -1) => {
    const x = (offset: number) => 240 + side * offset
    let text = ''
    const full = random.whole(8, 10)
    for (let line = 0; line < full; line++) {
      const y = 132 + line * 15
      text += `M${x(24)} ${y}C${x(60)} ${y - 20} ${x(110)} ${y - 18} ${x(146)} ${y - 14}`
    }
    return (
      shape(
        `M240 118C${x(60)} 70 ${x(130)} 78 ${x(178)} 94V292C${x(130)} 276 ${x(60)} 272 240 312Z`,
        side === 1 ? paper : mix(paper, '#1f3238', 0.1),
      ) + stroke(text, pale, 4)
    )
  }
  return (
    circle(random.pick([120, 360] as const), 96, 74, colours.accent) +
    polygon(
      [
        [44, 112],
        [436, 112],
        [436, 322],
        [44, 322],
      ],
      colours.near,
    ) +
    page(-1) +
    page(1) +
    shape('M340 79l34 8v92l-17-20-17 14z', colours.accent)
  )
}

function shelf(random: SeededRandom, colours: Scheme): string {
  const fills = [colours.near, colours.mid, colours.accent, paper, colours.mid, colours.near] as const
  let x = 44
  let drawn = ''
  for (let index = 0; x < 316; index++) {
    const width = random.whole(28, 54)
    const height = random.whole(176, 252)
    const fill = fills[index % fills.length] ?? colours.near
    drawn += rect(x, 292 - height, width, height, fill)
    drawn += rect(x, 292 - height + 22, width, 7, colours.ground) + rect(x, 270, width, 7, colours.ground)
    x += width + 4
  }
  const leaning = polygon(
    [
      [x + 72, 84],
      [x + 113, 94],
      [x + 49, 292],
      [x + 6, 292],
    ],
    colours.accent,
  )
  return drawn + leaning + rect(0, 292, 480, 12, colours.near) + rect(0, 304, 480, 56, colours.far)
}

function cards(random: SeededRandom, colours: Scheme): string {
  const fills = [colours.far, colours.mid, colours.near, colours.accent]
  const tab = random.whole(0, 1) === 0 ? [0, 1, 2, 1] : [2, 0, 1, 2]
  let drawn = ''
  fills.forEach((fill, index) => {
    const y = 66 + index * 44
    drawn += rect(78 + (tab[index] ?? 0) * 112, y - 22, 100, 24, fill) + rect(62, y, 356, 360 - y, fill)
  })
  const y = 66 + 4 * 44
  drawn += rect(62, y, 356, 360 - y, paper)
  for (let line = 0; line < 4; line++) {
    drawn += rect(
      92,
      y + 26 + line * 24,
      line === 0 ? 150 : random.between(200, 296),
      line === 0 ? 12 : 5,
      line === 0 ? '#1f3238' : mix(paper, '#1f3238', 0.35),
    )
  }
  return drawn
}
