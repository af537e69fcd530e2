import type { SVGProps } from 'react'

const brandPaths = {
  facebook: 'M14 8.5V6.7c0-.8.5-1 .9-1h2.3V2.1L14 2c-3.2 0-4.3 2.3-4.3 4.2v2.3H7v3.7h2.7V22H14v-9.8h3l.4-3.7H14Z',
  instagram:
    'M7.5 2h9A5.5 5.5 0 0 1 22 7.5v9a5.5 5.5 0 0 1-5.5 5.5h-9A5.5 5.5 0 0 1 2 16.5v-9A5.5 5.5 0 0 1 7.5 2Zm0 2A3.5 3.5 0 0 0 4 7.5v9A3.5 3.5 0 0 0 7.5 20h9a3.5 3.5 0 0 0 3.5-3.5v-9A3.5 3.5 0 0 0 16.5 4h-9ZM12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.3-3.4a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  linkedin:
    'M5 3.2A2 2 0 1 1 5 7.300a2 2 0 0 1 0-4.1ZM3.200 9h3.600v12H3.200V9Zm5.900 0h3.400v1.700c.6-1 1.800-2 3.700-2 3.900 0 4.600 2.500 4.600 5.800V21h-3.600v-5.800c0-1.400 0-3.200-2-3.200s-2.400 1.500-2.400 3.100V21H9.100V9Z',
  x: 'M3 3h5.200l4.400 6.100L17.800 3H20l-6.500 7.500L21 21h-5.200l-4.800-6.700L5.200 21H3l7-8.100L3 3Zm3.300 1.700 10.300 14.600h1.200L7.500 4.700H6.300Z',
  youtube:
    'M21.600 7.200a2.500 2.500 0 0 0-1.800-1.800C18.200 5 12 5 12 5s-6.200 0-7.800.4a2.500 2.500 0 0 0-1.800 1.800C2 8.800 2 12 2 12s0 3.200.4 4.800a2.500 2.500 0 0 0 1.800 1.800C5.800 19 12 19 12 19s6.200 0 7.800-.4a2.500 2.500 0 0 0 1.800-1.800c.4-1.600.4-4.800.4-4.800s0-3.200-.4-4.800ZM10 15.200V8.800l5.200 3.200L10 15.200Z',
} as const
export type Brand = keyof typeof brandPaths
export const brandNames: Record<Brand, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
}

export function BrandGlyph({ brand, ...rest }: { brand: Brand } & SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" aria-hidden="true" {...rest}>
      <path d={brandPaths[brand]} />
    </svg>
  )
}
