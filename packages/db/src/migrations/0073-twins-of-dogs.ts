import { addIndex } from './steps.ts'

/** Cases keep copies of other owners' photos that equal a reported one: these go with their owner's account. */
export const steps = [addIndex('report_twins_of_other', 'ON report_twins (other_dog_id)')]
