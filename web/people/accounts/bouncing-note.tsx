import { MailAddress } from '#web/lib/mail-address.tsx'

/** Tells a student that mails do not arrive, and what to do. */
export function BouncingNote({ email }: { email: string }) {
  return (
    <section aria-labelledby="bouncing" className="rounded-md border-l-4 border-signal bg-signal-soft p-5">
      <h2 id="bouncing" className="text-base tracking-normal">
        Our mails do not reach you
      </h2>
      <p className="prose-width mt-1 text-sm">
        The mail server of <MailAddress address={email} /> refuses them. Until that is repaired we send only codes that you ask
        for. Please give another address below. Your receipts are on your payments page.
      </p>
    </section>
  )
}
