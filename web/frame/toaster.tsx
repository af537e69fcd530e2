import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ToastContainer, toast as show } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import { connectToaster, type ToastMessage, toastDurations } from '#web/lib/toast.ts'
import { liftToasts } from './lift-toasts.ts'

const isPhone = () => matchMedia('(max-width: 40rem)').matches
const afterRender = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

function pop({ container, kind, text }: ToastMessage): void {
  show[kind](text, { containerId: container, toastId: `${container}-${kind}-${text}`, onOpen: liftToasts })
}

/** Whether an error can be read on the visible part of the page. */
function standsInline({ kind, text }: ToastMessage): boolean {
  if (kind !== 'error') return false
  const places = document.querySelectorAll('[role=alert]:not(.Toastify__toast), [id$="-error"], [role=alert] *')
  return [...places].some((place) => {
    const { top, bottom, height } = place.getBoundingClientRect()
    const isVisible = height > 0 && top >= 0 && bottom <= innerHeight
    return isVisible && !place.closest('.Toastify') && place.textContent.includes(text)
  })
}

/** The two toast containers of SPEC: forms and payments bottom right, account pages top right. */
export default function Toaster() {
  const [round, setRound] = useState(0)
  useEffect(() => {
    connectToaster((message) => {
      // On a phone the page first shows its own words, which are then not repeated.
      if (isPhone()) afterRender(() => standsInline(message) || pop(message))
      else pop(message)
    })
    // A form that is sent again makes the earlier toasts old. New containers drop them before the form shows new ones.
    const onSubmit = () => flushSync(() => setRound((before) => before + 1))
    document.addEventListener('submit', onSubmit, true)
    return () => document.removeEventListener('submit', onSubmit, true)
  }, [])
  return (
    <>
      <ToastContainer
        key={`forms ${round}`}
        containerId="forms"
        position="bottom-right"
        autoClose={toastDurations.forms}
        closeOnClick
        aria-label="Notifications"
      />
      <ToastContainer
        key={`account ${round}`}
        containerId="account"
        position="top-right"
        autoClose={toastDurations.account}
        draggable="touch"
        draggablePercent={80}
        pauseOnHover
        pauseOnFocusLoss
        hotKeys={(event) => event.altKey && event.code === 'KeyT'}
        aria-label="Account notifications Alt+T"
      />
    </>
  )
}
