import { setLetters, setLine } from './cards/set-type.ts'
import { accentOf, beamColourOf, letterParts, type Mark, tileParts } from './draw-mark.ts'
import { circle, document, group, num, polygon, ring, shape } from './svg.ts'

const paper = '#fbfaf7'
/** The seal stands on a grid of 240, with its centre in the middle. */
const side = 240
const lobes = 36
/** Radius of the letters' baseline, and how much of the circle the name may take. */
const baseline = 79
const longestArc = Math.PI * 1.55
const weight = 700

/** Returns the seal of a school: its name around its mark. */
export function drawSeal(mark: Mark): string {
  const accent = accentOf(mark)
  const beam = beamColourOf(mark)
  return document(
    side,
    side,
    group(
      `translate(${side / 2} ${side / 2})`,
      polygon(edge(), accent),
      ring(0, 0, 105, beam, 1.6),
      ring(0, 0, 66, beam, 1.6),
      ...nameAround(mark.name),
      ...beads(mark.name, beam),
      mark.picture === null
        ? group('translate(-43 -47) scale(1.36)', ...letterParts(mark))
        : circle(0, 0, 62, '#ffffff') + group('translate(-38.4 -38.4) scale(1.2)', ...tileParts(mark, 8)),
    ),
  )
}

/** An edge of rounded teeth. */
function edge(): [number, number][] {
  const points = lobes * 12
  return Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * Math.PI * 2
    const radius = 115 + 4 * Math.cos(angle * lobes)
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius]
  })
}

/** The name in capitals, in the size in which it fits, and the angle (radians) to each side that it takes. */
function fitName(name: string) {
  const text = name.toLocaleUpperCase('en-IN')
  const largest = 21
  const longest = setLine(text, largest, weight).width
  const size = Math.max(8, Math.min(largest, (largest * longestArc * baseline) / longest))
  return { text, size, half: Math.min((longest * size) / largest / baseline / 2, Math.PI * 0.95) }
}

function nameAround(name: string): string[] {
  const { text, size } = fitName(name)
  const letters = setLetters(text, size, weight)
  let end = -letters.reduce((sum, { width }) => sum + width, 0) / 2
  return letters.map(({ d, width }) => {
    const degrees = ((end + width / 2) / baseline) * (180 / Math.PI)
    end += width
    return group(`rotate(${degrees.toFixed(2)}) translate(0 ${num(-baseline)})`, shape(d, paper))
  })
}

/** Dots on the part of the circle that the name leaves free. */
function beads(name: string, colour: string): string[] {
  const { half } = fitName(name)
  const free = Math.PI * 2 - half * 2 - 0.5
  const count = Math.floor(free / 0.22)
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const angle = Math.PI + (index - (count - 1) / 2) * 0.22
    return circle(Math.sin(angle) * (baseline + 7), -Math.cos(angle) * (baseline + 7), 2.2, colour)
  })
}
