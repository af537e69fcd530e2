import type { MediaRecord } from '#contract/site/staff/media.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { pictureUrl } from '#console/kit/fields/image-field.tsx'

/** The classes of a grid of tiles. */
export const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]'

/** The smallest rendering of a picture, for a tile. */
const small = (path: string) => pictureUrl(path.replace(/\/960\.webp$/, '/480.webp'))

/** A picture with its name and where it is used. */
export function Tile({ picture }: { picture: MediaRecord }) {
  return (
    <>
      <span className="block aspect-[4/3] overflow-hidden rounded-md border border-line bg-sunken group-hover:border-edge group-aria-[current]:border-accent group-aria-[current]:ring-1 group-aria-[current]:ring-accent">
        <img
          src={small(picture.path)}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="size-full object-contain"
        />
      </span>
      <span className="mt-1.5 block truncate font-semibold">{picture.name}</span>
      <span className="block truncate text-xs text-muted">
        {picture.width} × {picture.height} · {usesText(picture.uses)}
      </span>
    </>
  )
}

function usesText(uses: number): string {
  return uses === 0 ? 'not used' : uses === 1 ? 'used once' : `used ${uses} times`
}

/** Tiles that are on their way. */
export function TileBones({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} aria-hidden="true">
      <Skeleton className="aspect-[4/3] w-full rounded-md" />
      <Skeleton className="mt-3 h-3 w-2/3" />
      <Skeleton className="mt-2 h-3 w-1/3" />
    </li>
  ))
}
