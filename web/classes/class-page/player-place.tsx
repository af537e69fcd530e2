import type { ReactNode } from 'react'
import { usePlayerSettings } from '../player-settings.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'

/**
 * Where the player stands, in its final size while it loads. On a phone it reaches from edge to edge, and stays below the header while the
 * page scrolls. A screen that is wider than high would have no room beside it.
 */
export function PlayerPlace({ children }: { children: ReactNode }) {
  const { isWide } = usePlayerSettings()
  return (
    <div
      data-wide={isWide}
      className="max-sm:-mx-[clamp(1rem,4vw,2.5rem)] max-sm:*:rounded-none portrait:max-lg:sticky portrait:max-lg:top-14 portrait:max-lg:z-20"
    >
      {children ?? (
        <Loading label="Loading the recording" className="overflow-hidden rounded-lg">
          <Skeleton className="aspect-video w-full rounded-none" />
        </Loading>
      )}
    </div>
  )
}
