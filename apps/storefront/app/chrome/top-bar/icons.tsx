const drawn = {
  width: 20,
  height: 20,
  viewBox: '0 0 20 20',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
} as const;

export const SearchIcon = () => (
  <svg {...drawn} aria-hidden="true">
    <circle cx="8.5" cy="8.5" r="5.5" />
    <path d="m13 13 4.5 4.5" />
  </svg>
);

export const FilterIcon = () => (
  <svg {...drawn} aria-hidden="true">
    <path d="M2.5 6H9m5 0h3.5M2.5 14H6m5 0h6.5" />
    <circle cx="11.5" cy="6" r="2.25" />
    <circle cx="8.5" cy="14" r="2.25" />
  </svg>
);

export const MenuIcon = () => (
  <svg {...drawn} aria-hidden="true">
    <path d="M3 5.5h14M3 10h14M3 14.5h14" />
  </svg>
);

export const PersonIcon = () => (
  <svg {...drawn} aria-hidden="true">
    <circle cx="10" cy="6.5" r="3.5" />
    <path d="M3.5 17.5c.8-3.4 3.3-5 6.5-5s5.7 1.6 6.5 5" />
  </svg>
);
