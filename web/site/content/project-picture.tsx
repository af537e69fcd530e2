import { useEffect, useRef, useState } from 'react'
import { useRootData } from '#web/lib/root-data.ts'
import placeholder from './placeholder.svg'

/** A project's picture. A placeholder replaces one that fails to load, even before hydration. */
export function ProjectPicture({ path, eager }: { path: string; eager: boolean }) {
  const base = useRootData()?.imageBaseUrl ?? ''
  const [failed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true)
  }, [])
  const source = /^https?:/.test(path) ? path : `${base}/${path.replace(/^\//, '')}`
  return (
    <img
      ref={image}
      src={failed ? placeholder : source}
      onError={() => setFailed(true)}
      alt=""
      width={640}
      height={400}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className="aspect-[16/10] w-full bg-sunken object-cover"
    />
  )
}
