import { create } from 'qrcode'

/** A QR code as one path on a grid of `side`, with its quiet zone. Only loaders call this: the browser gets the path. */
export interface CodePath {
  side: number
  d: string
}

export function codePathOf(url: string): CodePath {
  const { size, data } = create(url, { errorCorrectionLevel: 'M' }).modules
  const squares = [...data].flatMap((dark, at) => (dark ? [`M${(at % size) + 2} ${Math.floor(at / size) + 2}h1v1h-1z`] : []))
  return { side: size + 4, d: squares.join('') }
}
