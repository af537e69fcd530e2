import { useEffect } from 'react'
import { ToastContainer, toast as show } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import { connectToaster, toastDurations } from '../lib/toast.ts'

/** The two toast containers of SPEC: forms and payments bottom right, account pages top right. */
export default function Toaster() {
  useEffect(() => {
    connectToaster(({ container, kind, text }) => {
      show[kind](text, { containerId: container, toastId: `${container}-${kind}-${text}` })
    })
  }, [])
  return (
    <>
      <ToastContainer
        containerId="forms"
        position="bottom-right"
        autoClose={toastDurations.forms}
        // On a phone the toast covers the pressed button: a tap closes it.
        closeOnClick
        aria-label="Notifications"
      />
      <ToastContainer
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
