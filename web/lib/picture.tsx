import { useRootData } from './root-data.ts'

interface Props {
  /** Path relative to the image host, as the API returns it, or a URL. */
  path: string
  alt: string
  width: number
  height: number
  className?: string
  /** For the largest picture of the first screen (LCP). */
  eager?: boolean
}

/** A picture of the media library: its path up to the width, and its focal point across and down. */
const libraryPath = /^(media\/library\/\w+-(\w\w)\/)960\.webp$/
/** The part of a picture that stays in sight when it is cut. The middle needs no class. */
const focalClasses: Readonly<Record<string, string>> = {
  lt: 'object-left-top',
  ct: 'object-top',
  rt: 'object-right-top',
  lm: 'object-left',
  rm: 'object-right',
  lb: 'object-left-bottom',
  cb: 'object-bottom',
  rb: 'object-right-bottom',
}

/** A picture with fixed dimensions against layout shift, and a plain background when loading fails. */
export function Picture({ path, alt, width, height, className = '', eager = false }: Props) {
  const base = useRootData()?.imageBaseUrl ?? ''
  const [, folder, focal = ''] = libraryPath.exec(path) ?? []
  return (
    <img
      sizes={folder && `${eager ? '' : 'auto, '}min(100vw, ${width}px)`}
      srcSet={folder && [480, 960, 1600].map((pixels) => `${base}/${folder}${pixels}.webp ${pixels}w`).join(', ')}
      // After the widths, so that no browser begins with this one.
      src={/^https?:/.test(path) ? path : `${base}/${path.replace(/^\//, '')}`}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      className={['bg-sunken', className, focalClasses[focal]].filter(Boolean).join(' ')}
    />
  )
}
