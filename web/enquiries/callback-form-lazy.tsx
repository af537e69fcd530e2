import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Rendered whole by the server, brought to life when its code arrives: forms and their validation are no part of a
 * page's first JavaScript, and what was typed meanwhile stays.
 */
export const CallbackForm = lazyPart(() => import('./callback-form.tsx'), <Skeleton className="h-112 rounded-lg" />)
