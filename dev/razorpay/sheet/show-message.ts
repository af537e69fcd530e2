import { find } from './find-element.ts'

export interface Message {
  sign: 'busy' | 'done' | 'failed' | 'waiting'
  title: string
  text: string
  choices?: { label: string; does: () => void; quiet?: boolean }[]
}

/** Replaces the form by a message and focuses its heading. */
export function showMessage(message: Message): void {
  const title = find('message-title', HTMLElement)
  find('sign', HTMLElement).dataset['sign'] = message.sign
  title.textContent = message.title
  find('message-text', HTMLElement).textContent = message.text
  find('choices', HTMLElement).replaceChildren(
    ...(message.choices ?? []).map((choice) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = choice.quiet ? 'quiet' : 'pay'
      button.textContent = choice.label
      button.addEventListener('click', choice.does)
      return button
    }),
  )
  find('form', HTMLElement).hidden = true
  find('message', HTMLElement).hidden = false
  title.focus()
}

export function showForm(): void {
  find('message', HTMLElement).hidden = true
  find('form', HTMLElement).hidden = false
}
