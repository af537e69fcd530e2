import { useState } from 'react'

/** What it does is loaded with the first press: most readers never log out. */
export function LogoutButton({ className }: { className: string }) {
  const [pending, setPending] = useState(false)
  return (
    <button
      type="button"
      className={className}
      aria-disabled={pending || undefined}
      onClick={() => {
        if (pending) return
        setPending(true)
        void import('../lib/log-out.ts').then(({ logOut }) => logOut())
      }}
    >
      {pending ? 'Logging out…' : 'Logout'}
    </button>
  )
}
