/** Where links of the sections' picture lead. */
export const PLACE_LIST_ID = 'lista-de-lugares';

/** To the sections' names, below which the places are. */
export const focusPlaceList = () => document.getElementById(PLACE_LIST_ID)?.querySelector('select')?.focus();
