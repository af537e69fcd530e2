import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { SchoolSettings } from '#contract/site/content.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Brand } from './brand.tsx'

/** Milliseconds before the first retry. Retries back off exponentially with jitter. */
const firstPause = 5000
const longestPause = 60_000

/** The page shown while the site settings cannot be loaded. It retries automatically. */
export default function Unavailable({ site }: { site: SchoolSettings }) {
  const tries = useRetry()
  const { pathname, search } = useLocation()
  return (
    <div data-hydrates="" className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-paper">
        <div className="page flex min-h-18 items-center">
          <a href="/home" className="inline-flex min-h-11 items-center gap-2.5 text-lg font-bold tracking-tight">
            <Brand site={site} />
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page flex flex-1 flex-col justify-center py-16">
        <div className="max-w-xl">
          <h1 className="text-4xl font-extrabold">We are briefly unavailable</h1>
          <p className="mt-5 text-lg text-muted">
            This page could not be read just now. Enrolments and payments are safe. We are back in a moment.
          </p>
          <div className="mt-8">
            <ButtonLink variant="primary" to={pathname + search} reloadDocument size="lg">
              Try Again
            </ButtonLink>
          </div>
          <p role="status" className="mt-4 min-h-6 text-sm text-muted">
            {tries === undefined ? '' : tries === 0 ? 'This page also tries again automatically.' : 'Not yet. It keeps trying.'}
          </p>
        </div>
      </main>
    </div>
  )
}

/** The number of failed retries; undefined before hydration. */
function useRetry(): number | undefined {
  const [tries, setTries] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let vain = 0
    const wait = () => {
      const pause = Math.min(longestPause, firstPause * 2 ** vain)
      timer = setTimeout(() => void ask(), pause * (1 + Math.random()))
    }
    const ask = async () => {
      const back = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (back) return location.reload()
      vain += 1
      setTries(vain)
      wait()
    }
    setTries(0)
    wait()
    return () => clearTimeout(timer)
  }, [])
  return tries
}
