import { type ComponentType, useEffect, useState } from 'react'

/**
 * Mounts a dialog when it is first opened. A closed one costs as much as a card, and a list has one for each row.
 * It is mounted closed and opens right after that: Mantine notes where the focus was, to return it, only when a mounted
 * dialog opens.
 */
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
