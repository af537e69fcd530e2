import { useRootData } from './root-data.ts'

interface Props {
  /** Relative path on the host of the pictures, as the API answers it. */
  path: string
  alt: string
  width: number
  height: number
  className?: string
  /** For the picture that is largest in the first screen. */
  eager?: boolean
}

/** A picture of the school, with its size said so that nothing moves, and a plain ground when it fails. */
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
