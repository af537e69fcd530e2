import { QrCode } from './qr-code.tsx'

/** The secret of an authenticator app, to scan or to type. */
export function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-md border border-line p-4">
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="text-center text-xs text-muted">
        Or type this secret:
        <code className="mt-1 block font-sans text-sm font-semibold text-balance text-ink">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
    </div>
  )
}
