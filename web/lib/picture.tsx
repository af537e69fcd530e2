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

/** A picture with fixed dimensions against layout shift, and a plain background when loading fails. */
export function Picture({ path, alt, width, height, className = '', eager = false }: Props) {
  const base = useRootData()?.imageBaseUrl ?? ''
  return (
    <img
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
