import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Retryable, retryable } from './retryable.ts'
import { Button, Spinner } from './button.tsx'
import { Notice } from './notice.tsx'

const loadFailedText = 'This part could not be loaded.'
const advice = 'Check your connection and try again.'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Loads a part of a page from a separate chunk. When loading fails, the server-rendered markup and typed values stay, and
 * an error with a retry button appears beside them.
 */
export function lazyPart<Props extends object>(load: Load<Props>, waiting: ReactNode) {
  const loader = retryable(load)
  const Part = lazy(loader.value)
  // Memoised: a new render would make React discard server-rendered markup that is not hydrated yet.
  return memo(function LazyPart(props: Props) {
    const [Shown] = useState(() => loadedOr(loader, Part))
    return (
      <>
        <Suspense fallback={<Waiting loader={loader} shown={waiting} />}>
          <Shown {...props} />
        </Suspense>
        <LoadFailed loader={loader} />
      </>
    )
  })
}

/** The part itself when it is loaded. `lazy` would wait for it once more, and React shows what stands in for it for 300 ms at least. */
const loadedOr = <Props,>(
  loader: Retryable<{ default: ComponentType<Props> }>,
  part: ComponentType<Props>,
): ComponentType<Props> => loader.loaded()?.default ?? part

function Waiting({ loader, shown }: { loader: Retryable<unknown>; shown: ReactNode }) {
  return useFailed(loader) ? null : shown
}

function LoadFailed({ loader }: { loader: Retryable<unknown> }) {
  if (!useFailed(loader)) return null
  return (
    <div className="mt-4">
      <Notice tone="bad" title={loadFailedText}>
        <p>{advice}</p>
        <Button className="mt-3" onClick={loader.again}>
          Try Again
        </Button>
      </Notice>
    </div>
  )
}

/**
 * Loads a dialog from a separate chunk. A loading dialog, which can be closed, is shown meanwhile. The chunk is loaded ahead when a
 * control with the ref `opener` is in view and the browser is idle.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>) {
  const loader = retryable(load)
  const Part = lazy(loader.value)
  function LazyDialog(props: Props) {
    const [Shown] = useState(() => loadedOr(loader, Part))
    return (
      <Suspense fallback={<LoadingDialog loader={loader} onClose={props.onClose} />}>
        <Shown {...props} />
      </Suspense>
    )
  }
  const opener = (control: Element | null) => (control ? whenInView(control, () => void loader.value()) : undefined)
  return Object.assign(LazyDialog, { opener })
}

/** Calls `act` once when the element has come into view and the browser is idle. Returns what ends the watch. */
function whenInView(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    // A page may never be called idle, so the wait has an end.
    if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 2000 })
    else setTimeout(act)
  })
  observer.observe(element)
  return () => observer.disconnect()
}

function LoadingDialog({ loader, onClose }: { loader: Retryable<unknown>; onClose: () => void }) {
  const failed = useFailed(loader)
  const retry = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element | null>(null)
  const giveBack = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const leave = useEffectEvent(() => {
    giveBack()
    onClose()
  })
  // Retries when the dialog is opened again after a failure.
  useEffect(() => loader.again(), [loader])
  useEffect(() => {
    if (!failed || !loader.hasFailed()) return
    opener.current = document.activeElement
    retry.current?.focus()
  }, [failed, loader])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={`${failed ? '' : 'delayed-part'} fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-lg border border-line bg-surface p-5 shadow-lift sm:bottom-8`}
    >
      {failed ? (
        <>
          <p className="font-semibold">{loadFailedText}</p>
          <p className="mt-1 text-sm text-muted">{advice}</p>
          <div className="mt-4 flex gap-3">
            <Button
              variant="primary"
              ref={retry}
              onClick={() => {
                giveBack()
                loader.again()
              }}
            >
              Try Again
            </Button>
            <Button
              onClick={() => {
                giveBack()
                onClose()
              }}
            >
              Close
            </Button>
          </div>
        </>
      ) : (
        <p className="flex items-center gap-3 font-semibold">
          <Spinner />
          Opening…
        </p>
      )}
    </div>
  )
}

const useFailed = (loader: Retryable<unknown>): boolean => useSyncExternalStore(loader.subscribe, loader.hasFailed, () => false)
