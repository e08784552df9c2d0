import { PhotoEditor } from '../photos/photo-editor.tsx'
import { DogForm, type DogFormProps } from './dog-form.tsx'

/** The editor of a dog: photos are saved at once, fields by "Save Changes". */
export const DogEditor = (props: DogFormProps) => (
  <>
    <PhotoEditor dog={props.dog} />
    <DogForm {...props} />
  </>
)
