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

/** A picture of the media library, up to its width. `theme.css` cuts it around its focal point. */
const libraryPath = /^(media\/library\/.+\/)960\.webp$/

/** A picture with fixed dimensions against layout shift, and a plain background when loading fails. */
export function Picture({ path, alt, width, height, className = '', eager = false }: Props) {
  const base = useRootData()?.imageBaseUrl ?? ''
  const folder = libraryPath.exec(path)?.[1]
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
      className={`bg-sunken ${className}`}
    />
  )
}
