import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Server-rendered and hydrated by a lazy chunk, so that forms and validation are not part of a page's first JavaScript.
 * Values typed before hydration stay.
 */
export const CallbackForm = lazyPart(() => import('./callback-form.tsx'), <Skeleton className="h-112 rounded-lg" />)
