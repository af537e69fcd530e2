/**
 * Opens and closes dialogs as `command`, `commandfor` and `closedby` say, in browsers that do not: Firefox before 144, Safari before 26.2 and
 * all of Safari for `closedby`.
 */
export function runCommands(): void {
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button[commandfor]:enabled') : null
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
      if (!(dialog instanceof HTMLDialogElement)) return
      if (button?.getAttribute('command') === 'close') dialog.close()
      else if (!dialog.open) dialog.showModal()
    })
  }
  if (!('closedBy' in HTMLDialogElement.prototype)) {
    addEventListener('click', ({ target, clientX, clientY }) => {
      // A press of the backdrop is a press of its dialog.
      if (!(target instanceof HTMLDialogElement) || target.getAttribute('closedby') !== 'any') return
      const { left, right, top, bottom } = target.getBoundingClientRect()
      if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close()
    })
  }
}
