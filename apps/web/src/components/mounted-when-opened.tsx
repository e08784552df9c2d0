import { type ComponentType, useEffect, useState } from 'react'

/** The props of a dialog that its opener holds open. */
export interface Opened {
  opened: boolean
  onClose: () => void
}

/** Mounts a dialog as it is first opened, since lists have many. Closed at first, so that Mantine notes the focus. */
export function mountedWhenOpened<Props extends { opened: boolean }>(
  Dialog: ComponentType<Props>,
): ComponentType<Props> {
  return function DialogWhenOpened(props: Props) {
    const [isMounted, setMounted] = useState(false)
    useEffect(() => {
      if (props.opened) setMounted(true)
    }, [props.opened])
    if (!isMounted && !props.opened) return null
    return <Dialog {...props} opened={props.opened && isMounted} />
  }
}
