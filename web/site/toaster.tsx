import { useEffect } from 'react'
import { toast as show, ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import { connectToaster, toastDurations } from '../lib/toast.ts'

/** Both of SPEC's readings: forms and payment bottom right, account screens top right. */
export default function Toaster() {
  useEffect(() => {
    connectToaster(({ place, kind, text }) => {
      show[kind](text, { containerId: place, toastId: `${place}-${kind}-${text}` })
    })
  }, [])
  return (
    <>
      <ToastContainer
        containerId="forms"
        position="bottom-right"
        autoClose={toastDurations.forms}
        // On a phone it lies on the button that was pressed: a tap clears the way.
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
