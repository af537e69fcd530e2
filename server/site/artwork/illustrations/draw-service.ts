import { mix, paper, type Scheme, schemeOf } from '#server/site/artwork/palette.ts'
import { type SeededRandom, seededRandom } from '#server/site/artwork/seeded-random.ts'
import { circle, document, dome, rect, ring, shape, stroke } from '#server/site/artwork/svg.ts'

type Scene = (random: SeededRandom, colours: Scheme) => string

/** Draws a scene selected by the title, otherwise by the id. */
export function drawService(id: number, name: string): string {
  const random = seededRandom(`service ${id}`)
  const colours = schemeOf(id + 5)
  return document(480, 360, rect(0, 0, 480, 360, colours.ground), sceneOf(id, name)(random, colours))
}

function sceneOf(id: number, name: string): Scene {
  const known: [RegExp, Scene][] = [
    [/interview|mentor|talk/i, talk],
    [/\bcv\b|portfolio|r[eé]sum[eé]|review/i, review],
    [/corporate|team|company/i, team],
    [/campus|college|universit|institut/i, arcade],
    [/career|guid|counsel/i, way],
  ]
  const scenes = [way, review, talk, team, arcade]
  return known.find(([word]) => word.test(name))?.[1] ?? scenes[id % scenes.length] ?? way
}

/** Draws a winding road to a disc. */
function way(random: SeededRandom, colours: Scheme): string {
  const d = 'M-20 318H330A62 62 0 0 0 330 194H166A52 52 0 0 1 166 90H300'
  return (
    circle(352, 90, 52, colours.accent) +
    stroke(d, colours.near, 54) +
    stroke(d, colours.ground, 4, { 'stroke-dasharray': '22 18' }) +
    circle(random.between(90, 240), 318, 18, colours.accent) +
    ring(352, 90, 70, colours.mid, 4)
  )
}

/** Draws a sheet with a lens over it. */
function review(random: SeededRandom, colours: Scheme): string {
  const ink = '#1f3238'
  const pale = mix(paper, ink, 0.35)
  let text = circle(150, 96, 28, colours.mid) + rect(196, 78, 110, 14, ink) + rect(196, 104, 74, 8, pale)
  for (let line = 0; line < 9; line++) text += rect(122, 152 + line * 22, line % 3 === 2 ? random.between(70, 120) : 194, 7, pale)
  return (
    rect(104, 60, 250, 300, mix(colours.ground, '#0b1a1e', 0.25)) +
    rect(90, 44, 250, 316, paper) +
    text +
    stroke('M354 260L432 338', colours.near, 30) +
    circle(304, 210, 80, colours.near) +
    circle(304, 210, 62, colours.accent) +
    stroke('M274 212l22 22 40-46', paper, 14)
  )
}

/** Draws two speech bubbles. */
function talk(random: SeededRandom, colours: Scheme): string {
  const dots = [0, 1, 2].map((dot) => circle(142 + dot * 44, 136, 13, colours.ground)).join('')
  const lines = [0, 1, 2]
    .map((line) => rect(232, 186 + line * 28, line === 2 ? random.between(70, 110) : 150, 9, colours.near))
    .join('')
  return (
    shape('M60 62H312V210H134L60 268Z', colours.near) +
    shape('M196 150H428V338L360 284H196Z', colours.accent) +
    shape('M196 150H312V210H196Z', mix(colours.accent, colours.near, 0.35)) +
    dots +
    lines
  )
}

/** Draws a row of listeners before a board. */
function team(random: SeededRandom, colours: Scheme): string {
  const person = (x: number, y: number, r: number, fill: string) =>
    circle(x, y - r * 1.62, r * 0.56, fill) + shape(dome(x, y, r), fill)
  const bars = [0.4, 0.62, 0.5, 0.9].map((share, index) =>
    rect(150 + index * 48, 172 - share * 100, 32, share * 100, index === 3 ? colours.accent : colours.ground),
  )
  const seat = random.whole(0, 2)
  const front = [90, 240, 390].map((x, index) => person(x, 360, 74, index === seat ? colours.accent : colours.near))
  const back = [165, 315].map((x) => person(x, 322, 62, colours.mid) + rect(x - 62, 321, 124, 39, colours.mid))
  return rect(112, 42, 256, 150, paper) + bars.join('') + rect(138, 172, 204, 5, colours.ground) + back.join('') + front.join('')
}

/** Draws the arcade of a college with one open door. */
function arcade(random: SeededRandom, colours: Scheme): string {
  const open = random.whole(0, 3)
  let arches = ''
  for (let index = 0; index < 4; index++) {
    const x = 66 + index * 92
    arches += shape(`M${x} 286V198a36 36 0 0 1 72 0V286Z`, index === open ? colours.accent : colours.ground)
  }
  return (
    circle(240, 112, 76, colours.mid) +
    rect(40, 122, 400, 170, colours.near) +
    rect(40, 140, 400, 6, colours.ground) +
    arches +
    rect(22, 286, 436, 22, colours.mid) +
    rect(0, 308, 480, 52, colours.far)
  )
}
