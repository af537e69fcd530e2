import type { ReactNode } from 'react'
import { Brand } from '#console/kit/parts/brand.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'

/** The page of somebody who is not signed in. */
export function SignInFrame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="grid min-h-dvh place-items-center bg-sand px-4 py-10">
      <div className="w-full max-w-100">
        <Brand className="mb-6 min-h-7 justify-center text-lg" markClass="size-7" />
        <div className="rounded-lg border border-line bg-surface p-6 sm:p-8">
          <h1 className="text-xl">{title}</h1>
          {text ? <p className="mt-1.5 text-muted">{text}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </main>
  )
}
