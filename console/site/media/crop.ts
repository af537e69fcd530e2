import type { Crop } from '#contract/site/staff/media.ts'

export interface Size {
  width: number
  height: number
}

/** The part of the largest size with this shape, around the middle of a part. */
export function cropTo(aspect: number, picture: Size, around: Crop): Crop {
  const shape = aspect / (picture.width / picture.height)
  const width = Math.min(1, shape)
  const height = Math.min(1, 1 / shape)
  const middle = { x: around.x + around.width / 2, y: around.y + around.height / 2 }
  return rounded({
    x: between(middle.x - width / 2, 0, 1 - width),
    y: between(middle.y - height / 2, 0, 1 - height),
    width,
    height,
  })
}

/** What a frame of this shape shows of a part, when the point `focal` stays in sight. */
export function seenIn(frame: number, picture: Size, part: Crop, focal: string): Crop {
  const shape = frame / ((picture.width * part.width) / (picture.height * part.height))
  const width = part.width * Math.min(1, shape)
  const height = part.height * Math.min(1, 1 / shape)
  const across = { l: 0, c: 0.5, r: 1 }[focal[0] ?? 'c'] ?? 0.5
  const down = { t: 0, m: 0.5, b: 1 }[focal[1] ?? 'm'] ?? 0.5
  return { x: part.x + (part.width - width) * across, y: part.y + (part.height - height) * down, width, height }
}

/** Shares with four decimals that never reach beyond the picture. */
export function rounded({ x, y, width, height }: Crop): Crop {
  const down = (value: number) => Math.floor(value * 10_000) / 10_000
  const [left, top] = [down(between(x, 0, 0.98)), down(between(y, 0, 0.98))]
  return {
    x: left,
    y: top,
    width: down(between(width, 0.02, 1 - left)),
    height: down(between(height, 0.02, 1 - top)),
  }
}

export const whole: Crop = { x: 0, y: 0, width: 1, height: 1 }

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
