import { Mantine } from '../../../components/mantine.tsx'
import classes from './filter-panel.module.css'
import { ClearButton, FilterPanel, type FilterPanelProps } from './filter-panel.tsx'

/** The filters beside the results. */
export const FilterSidebar = (props: FilterPanelProps) => (
  <Mantine>
    <div className={classes.head}>
      <h2 className={classes.title}>Filters</h2>
      <ClearButton filter={props.filter} onChange={props.onChange} />
    </div>
    <FilterPanel {...props} />
  </Mantine>
)
