import type { SVGProps } from 'react'
import brands from './brands.svg?no-inline'

export const brandNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
} as const
export type Brand = keyof typeof brandNames

/** A social network's glyph from one picture file, which keeps the drawings out of the script. */
export function BrandGlyph({ brand, ...rest }: { brand: Brand } & SVGProps<SVGSVGElement>) {
  return (
    <svg width="18" height="18" fill="currentColor" aria-hidden="true" {...rest}>
      <use href={`${brands}#${brand}`} />
    </svg>
  )
}
