import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Server-rendered and hydrated by a lazy chunk. Values typed before hydration stay. */
export const TrialSeatForm = lazyPart(() => import('./trial-seat-form.tsx'), <Skeleton className="h-96 rounded-lg" />)
