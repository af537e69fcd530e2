/** Served as `/v1/checkout.js`, a classic script without imports. It defines `window.Razorpay`. */
;(() => {
  type Options = import('./messages.ts').CheckoutOptions
  type ToSheet = import('./messages.ts').ToSheet
  type ToPage = import('./messages.ts').ToPage
  type Listener = (response: unknown) => void

  const self = document.currentScript
  if (!(self instanceof HTMLScriptElement)) throw new Error('checkout.js must be loaded by a script element')
  const provider = new URL(self.src).origin
  const slowMs = 10_000
  let openCheckout: Razorpay | undefined

  /** Returns the options without functions and with an absolute image URL, for the sheet. */
  function forSheet(options: Options): Options {
    const plain: Options = JSON.parse(JSON.stringify(options))
    const image = options.image === undefined ? null : URL.parse(options.image, document.baseURI)
    return image ? { ...plain, image: image.href } : plain
  }

  /** Leaves the page with a form POST to the callback URL, as the provider does. */
  function postTo(address: string, fields: Record<string, string>): void {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = address
    form.hidden = true
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  class Razorpay {
    static open(options: Options): Razorpay {
      const checkout = new Razorpay(options)
      checkout.open()
      return checkout
    }

    readonly #options: Options
    readonly #listeners = new Map<string, Listener[]>()
    #undo: (() => void)[] = []
    #frame: HTMLIFrameElement | undefined

    constructor(options: Options) {
      if (typeof options !== 'object' || options === null) throw new TypeError('Razorpay needs an object of options')
      if (!options.key) throw new Error('No key passed')
      this.#options = options
    }

    on(event: string, listener: Listener): this {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open(): void {
      if (openCheckout) return
      if (!this.#options.order_id) throw new Error('The payment sandbox needs an order_id')
      // oxlint-disable-next-line typescript/no-this-alias -- only one checkout is open at a time
      openCheckout = this
      this.#show(forSheet(this.#options))
    }

    /** Closes the sheet. Only a dismissal by the visitor calls `modal.ondismiss`. */
    close(): void {
      if (openCheckout !== this) return
      openCheckout = undefined
      this.#frame = undefined
      for (const step of this.#undo.toReversed()) step()
      this.#undo = []
    }

    #emit(event: string, response: unknown): void {
      for (const listener of this.#listeners.get(event) ?? []) listener(response)
    }

    #show(options: Options): void {
      const focused = document.activeElement
      const container = document.createElement('div')
      container.className = 'razorpay-container'
      Object.assign(container.style, {
        position: 'fixed',
        inset: '0',
        zIndex: '2147483647',
        display: 'grid',
        placeContent: 'center',
        background: options.theme?.backdrop_color ?? 'rgb(15 20 24 / 62%)',
      })
      const frame = document.createElement('iframe')
      frame.className = 'razorpay-checkout-frame'
      frame.title = 'Secure payment'
      frame.allow = 'payment'
      frame.src = `${provider}/v1/checkout/sheet?origin=${encodeURIComponent(location.origin)}`
      Object.assign(frame.style, {
        position: 'absolute',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        visibility: 'hidden',
        colorScheme: 'light dark',
        background: 'transparent',
      })
      const waiting = document.createElement('p')
      waiting.textContent = 'Opening secure payment…'
      Object.assign(waiting.style, { margin: '0 0 16px', font: '500 16px/1.5 system-ui, sans-serif', color: '#fff' })
      waiting.role = 'status'
      const cancel = document.createElement('button')
      cancel.type = 'button'
      cancel.textContent = 'Cancel'
      Object.assign(cancel.style, {
        minHeight: '44px',
        padding: '0 24px',
        border: '1px solid #fff',
        borderRadius: '8px',
        background: 'transparent',
        color: '#fff',
        font: '600 16px/1 system-ui, sans-serif',
        cursor: 'pointer',
      })
      cancel.addEventListener('click', () => this.#dismiss('user'))
      const box = document.createElement('div')
      Object.assign(box.style, { padding: '24px 32px', borderRadius: '14px', background: '#1a1f24', textAlign: 'center' })
      box.append(waiting, cancel)
      container.append(box, frame)
      document.body.append(container)
      this.#frame = frame

      const slow = setTimeout(() => {
        waiting.textContent = 'The payment page does not answer. Check your connection.'
      }, slowMs)
      const others = [...document.body.children].filter(
        (child): child is HTMLElement => child instanceof HTMLElement && child !== container && !child.inert,
      )
      for (const other of others) other.inert = true
      const { overflow } = document.documentElement.style
      document.documentElement.style.overflow = 'hidden'
      const onMessage = (event: MessageEvent<ToPage>) => {
        if (event.source !== frame.contentWindow || event.origin !== provider || event.data?.to !== 'page') return
        if (event.data.type === 'ready') {
          clearTimeout(slow)
          box.hidden = true
          container.style.background = 'transparent'
          frame.style.visibility = 'visible'
          this.#send({ to: 'sheet', type: 'open', options })
          frame.focus()
        } else this.#receive(event.data)
      }
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || options.modal?.escape === false) return
        if (frame.style.visibility === 'visible') this.#send({ to: 'sheet', type: 'ask-to-close' })
        else this.#dismiss('user')
      }
      const onBack = () => this.#dismiss('user')
      addEventListener('message', onMessage)
      addEventListener('keydown', onKey)
      if (this.#options.modal?.handleback !== false) addEventListener('popstate', onBack)
      cancel.focus()
      this.#undo.push(
        () => (focused instanceof HTMLElement ? focused.focus() : undefined),
        () => container.remove(),
        () => {
          for (const other of others) other.inert = false
          document.documentElement.style.overflow = overflow
        },
        () => {
          clearTimeout(slow)
          removeEventListener('message', onMessage)
          removeEventListener('keydown', onKey)
          removeEventListener('popstate', onBack)
        },
      )
    }

    #send(message: ToSheet): void {
      this.#frame?.contentWindow?.postMessage(message, provider)
    }

    #dismiss(reason: string): void {
      this.close()
      this.#options.modal?.ondismiss?.(reason)
    }

    #receive(message: ToPage): void {
      const { callback_url: callback, redirect, handler } = this.#options
      const leaves = callback !== undefined && (redirect === true || handler === undefined)
      switch (message.type) {
        case 'submitted':
          this.#emit('payment.submit', { method: message.method })
          return
        case 'paid':
          this.close()
          this.#emit('payment.success', message.answer)
          if (leaves) postTo(callback, { ...message.answer })
          else handler?.(message.answer)
          return
        case 'failed':
          this.#emit('payment.failed', { error: message.error })
          if (!message.final) return
          if (leaves) {
            this.close()
            const { metadata, ...plain } = message.error
            const fields = Object.entries(plain).map(([name, value]) => [`error[${name}]`, value])
            postTo(callback, { ...Object.fromEntries(fields), 'error[metadata]': JSON.stringify(metadata) })
          } else this.#dismiss('failed')
          return
        case 'dismissed':
          this.#dismiss(message.reason)
          return
        case 'ready':
      }
    }
  }

  Object.assign(window, { Razorpay })
})()
