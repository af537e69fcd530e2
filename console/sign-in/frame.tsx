import type { ReactNode } from 'react'
import { Mark } from '../parts/mark.tsx'
import { useTitle } from '../parts/use-title.ts'

/** The page of somebody who is not signed in. */
export function SignInFrame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="grid min-h-dvh place-items-center bg-sand px-4 py-10">
      <div className="w-full max-w-100">
        <div className="mb-6 flex items-center justify-center gap-2 text-lg font-bold tracking-tight">
          <Mark className="size-7" />
          Karyashala
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 sm:p-8">
          <h1 className="text-xl">{title}</h1>
          {text ? <p className="mt-1.5 text-muted">{text}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </main>
  )
}
