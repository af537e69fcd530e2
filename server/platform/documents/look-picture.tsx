import { Image } from '@react-pdf/renderer'
import type { BrandLook } from '#server/platform/settings/brand-look.ts'

/** The logo or mark of the school. @param height in points */
export function LookPicture({ picture, height }: { picture: NonNullable<BrandLook['picture']>; height: number }) {
  const source = `data:image/jpeg;base64,${picture.jpeg}`
  const size = picture.isLogo ? { height, maxWidth: height * 6 } : { height, width: height }
  return <Image src={source} style={{ ...size, objectFit: 'contain', objectPosition: '0% 50%' }} />
}
