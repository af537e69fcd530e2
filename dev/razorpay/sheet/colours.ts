type Rgb = [number, number, number]

function read(colour: string): Rgb | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour.trim())
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour.trim())
  const parts = long ? long.slice(1) : short?.slice(1).map((digit) => digit + digit)
  const [red, green, blue] = parts?.map((part) => Number.parseInt(part, 16)) ?? []
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Darkens the theme colour until white text has the contrast ratio `contrast`; undefined for an invalid colour. */
export function readable(theme: string, contrast: number): string | undefined {
  let colour = read(theme)
  if (!colour) return undefined
  while (1.05 / (luminance(colour) + 0.05) < contrast) {
    const darker: Rgb = [colour[0] * 0.96, colour[1] * 0.96, colour[2] * 0.96]
    colour = darker
  }
  return `rgb(${colour.map(Math.round).join(' ')})`
}
