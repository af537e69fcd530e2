/** Served as `/v1/checkout.js`, a classic script without imports: it defines `window.Razorpay`. */
(() => {
  type Options = import('./messages.ts').CheckoutOptions;
  type SheetOptions = import('./messages.ts').SheetOptions;
  type ToSheet = import('./messages.ts').ToSheet;
  type ToPage = import('./messages.ts').ToPage;
  type Listener = (response: unknown) => void;

  const self = document.currentScript;
  if (!(self instanceof HTMLScriptElement)) throw new Error('checkout.js must be loaded by a script element');
  const provider = new URL(self.src).origin;
  const SLOW_MS = 10_000;
  let openCheckout: Razorpay | undefined;

  /** The options that may leave the page; amounts given as text are read as numbers. */
  function forSheet(options: Options, orderId: string): SheetOptions {
    const amount = Number(options.amount);
    const hidden = options.config?.display?.hide?.map((one) => one.method) ?? [];
    const methods = (['card', 'upi'] as const).filter((method) => !hidden.includes(method) && options.method?.[method] !== false);
    const retry = typeof options.retry === 'object' ? options.retry : { enabled: options.retry !== false };
    const modal = options.modal ?? {};
    return {
      key: options.key,
      order_id: orderId,
      ...(Number.isSafeInteger(amount) ? { amount } : {}),
      ...(options.name === undefined ? {} : { name: String(options.name) }),
      ...(options.description === undefined ? {} : { description: String(options.description) }),
      ...(options.image === undefined ? {} : { image: new URL(options.image, document.baseURI).href }),
      ...(options.timeout === undefined ? {} : { timeout: Number(options.timeout) }),
      prefill: { ...options.prefill },
      theme: { ...options.theme },
      readonly: { ...options.readonly },
      escape: modal.escape !== false,
      confirmClose: modal.confirm_close === true,
      backdropClose: modal.backdropclose === true,
      animation: modal.animation !== false,
      retries: retry.enabled === false ? 0 : (retry.max_count ?? Number.MAX_SAFE_INTEGER),
      methods: methods.length > 0 ? methods : ['card', 'upi'],
    };
  }

  /** Leaves the page as the provider does: a form POST to the callback address. */
  function postTo(address: string, fields: Record<string, string>): void {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = address;
    form.hidden = true;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  function text(content: string): HTMLParagraphElement {
    const paragraph = document.createElement('p');
    paragraph.textContent = content;
    Object.assign(paragraph.style, { margin: '0 0 16px', font: '500 16px/1.5 system-ui, sans-serif', color: '#fff' });
    return paragraph;
  }

  class Razorpay {
    static open(options: Options): Razorpay {
      const checkout = new Razorpay(options);
      checkout.open();
      return checkout;
    }

    readonly #options: Options;
    readonly #listeners = new Map<string, Listener[]>();
    #undo: (() => void)[] = [];
    #frame: HTMLIFrameElement | undefined;

    constructor(options: Options) {
      if (typeof options !== 'object' || options === null) throw new TypeError('Razorpay needs an object of options');
      if (!options.key) throw new Error('No key passed');
      this.#options = options;
    }

    on(event: string, listener: Listener): this {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open(): void {
      if (openCheckout) return;
      const orderId = this.#options.order_id;
      if (!orderId) throw new Error('The payment sandbox needs an order_id');
      openCheckout = this;
      this.#show(forSheet(this.#options, orderId));
    }

    /** Takes the sheet away; `modal.ondismiss` is for the visitor's own closing. */
    close(): void {
      if (openCheckout !== this) return;
      openCheckout = undefined;
      this.#frame = undefined;
      for (const step of this.#undo.reverse()) step();
      this.#undo = [];
    }

    #emit(event: string, response: unknown): void {
      for (const listener of this.#listeners.get(event) ?? []) listener(response);
    }

    #show(options: SheetOptions): void {
      const focused = document.activeElement;
      const container = document.createElement('div');
      container.className = 'razorpay-container';
      Object.assign(container.style, {
        position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid', placeContent: 'center',
        justifyItems: 'center', background: options.theme?.backdrop_color ?? 'rgb(15 20 24 / 62%)',
      });
      const frame = document.createElement('iframe');
      frame.className = 'razorpay-checkout-frame';
      frame.title = 'Secure payment';
      frame.allow = 'payment';
      frame.src = `${provider}/v1/checkout/sheet?origin=${encodeURIComponent(location.origin)}`;
      Object.assign(frame.style, {
        position: 'absolute', inset: '0', width: '100%', height: '100%', border: '0', visibility: 'hidden',
        colorScheme: 'light dark', background: 'transparent',
      });
      const waiting = text('Opening secure payment…');
      waiting.setAttribute('role', 'status');
      const cancel = document.createElement('button');
      cancel.type = 'button';
      cancel.textContent = 'Cancel';
      Object.assign(cancel.style, {
        minHeight: '44px', padding: '0 24px', border: '1px solid #fff', borderRadius: '8px', background: 'transparent',
        color: '#fff', font: '600 16px/1 system-ui, sans-serif', cursor: 'pointer',
      });
      cancel.addEventListener('click', () => this.#dismiss('user'));
      container.append(waiting, cancel, frame);
      document.body.append(container);
      this.#frame = frame;

      const slow = setTimeout(() => {
        waiting.textContent = 'The payment page does not answer. Check your connection.';
      }, SLOW_MS);
      const others = [...document.body.children].filter((child): child is HTMLElement => child instanceof HTMLElement && child !== container && !child.inert);
      for (const other of others) other.inert = true;
      const { overflow } = document.documentElement.style;
      document.documentElement.style.overflow = 'hidden';
      const onMessage = (event: MessageEvent<ToPage>) => {
        if (event.source !== frame.contentWindow || event.origin !== provider || event.data?.to !== 'page') return;
        if (event.data.type === 'ready') {
          clearTimeout(slow);
          waiting.hidden = cancel.hidden = true;
          container.style.background = 'transparent';
          frame.style.visibility = 'visible';
          this.#tell({ to: 'sheet', type: 'open', options });
          frame.focus();
        } else this.#hear(event.data);
      };
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !options.escape) return;
        if (frame.style.visibility === 'visible') this.#tell({ to: 'sheet', type: 'ask-to-close' });
        else this.#dismiss('user');
      };
      const onBack = () => this.#dismiss('user');
      addEventListener('message', onMessage);
      addEventListener('keydown', onKey);
      if (this.#options.modal?.handleback !== false) addEventListener('popstate', onBack);
      cancel.focus();
      this.#undo.push(
        () => (focused instanceof HTMLElement ? focused.focus() : undefined),
        () => container.remove(),
        () => {
          for (const other of others) other.inert = false;
          document.documentElement.style.overflow = overflow;
        },
        () => {
          clearTimeout(slow);
          removeEventListener('message', onMessage);
          removeEventListener('keydown', onKey);
          removeEventListener('popstate', onBack);
        },
      );
    }

    #tell(message: ToSheet): void {
      this.#frame?.contentWindow?.postMessage(message, provider);
    }

    #dismiss(reason: string): void {
      this.close();
      this.#options.modal?.ondismiss?.(reason);
    }

    #hear(message: ToPage): void {
      const { callback_url: callback, redirect, handler } = this.#options;
      const leaves = callback !== undefined && (redirect === true || handler === undefined);
      switch (message.type) {
        case 'submitted':
          this.#emit('payment.submit', { method: message.method });
          return;
        case 'paid':
          this.close();
          this.#emit('payment.success', message.answer);
          if (leaves) postTo(callback, { ...message.answer });
          else handler?.(message.answer);
          return;
        case 'failed':
          this.#emit('payment.failed', { error: message.error });
          if (!message.final) return;
          if (leaves) {
            this.close();
            const { metadata, ...plain } = message.error;
            const fields = Object.entries(plain).map(([name, value]) => [`error[${name}]`, value]);
            postTo(callback, { ...Object.fromEntries(fields), 'error[metadata]': JSON.stringify(metadata) });
          } else this.#dismiss('failed');
          return;
        case 'dismissed':
          this.#dismiss(message.reason);
          return;
        case 'ready':
      }
    }
  }

  Object.assign(window, { Razorpay });
})();
