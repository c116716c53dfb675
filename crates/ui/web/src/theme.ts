import { Button, createTheme, type MantineColorsTuple } from "@mantine/core";
import { translate } from "./i18n";
import { partsMessages } from "./parts/messages";

// from the logo; shade 5 has a contrast of 6 on white, shade 4 of 8 on the dark background
const accent: MantineColorsTuple = [
  "#e9f5f4",
  "#d2eae8",
  "#a3d5d1",
  "#74c9c3",
  "#4fc3bc",
  "#0b6e69",
  "#0a625e",
  "#095652",
  "#084a46",
  "#063a37",
];

const gray: MantineColorsTuple = [
  "#f7f8fa",
  "#f1f2f5",
  "#e7e9ed",
  "#dde0e5",
  "#cdd1d8",
  "#a9afb8",
  "#5b616b",
  "#434850",
  "#2a2e34",
  "#14171c",
];

/** Text, borders and backgrounds of the dark scheme. */
const dark: MantineColorsTuple = [
  "#e8eaed",
  "#c6cad1",
  "#9ba1ab",
  "#7d838d",
  "#33373e",
  "#24272b",
  "#17191c",
  "#0f1113",
  "#0b0c0e",
  "#070809",
];

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 5, dark: 4 },
  colors: { accent, gray, dark },
  black: "#14171c",
  defaultRadius: 6,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  shadows: {
    xs: "0 1px 2px rgb(20 23 28 / 6%)",
    sm: "0 1px 3px rgb(20 23 28 / 8%)",
    md: "0 4px 12px rgb(20 23 28 / 10%)",
    lg: "0 8px 24px rgb(20 23 28 / 12%)",
    xl: "0 16px 40px rgb(20 23 28 / 16%)",
  },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "14px", lineHeight: "20px" },
      h3: { fontSize: "13px", lineHeight: "20px" },
    },
  },
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: "xs" },
      // Mantine uses one contrast setting; the dark accent needs dark text
      vars: (_, { variant = "filled", color }) => ({
        root:
          variant === "filled" && !color
            ? { "--button-color": "var(--on-accent)", "--button-hover": "var(--accent-hover)" }
            : {},
      }),
    }),
    // colour alone does not identify links; standalone ones use `underline="hover"`
    Anchor: { defaultProps: { underline: "always" } },
    ActionIcon: { defaultProps: { size: "md", variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "xs" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "xs" } },
    Autocomplete: { defaultProps: { size: "xs" } },
    MultiSelect: { defaultProps: { size: "xs" } },
    DateInput: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Tabs: { defaultProps: { keepMounted: false } },
    Notification: {
      // translate at render time
      defaultProps: {
        closeButtonProps: {
          get "aria-label"() {
            return translate(partsMessages, "close");
          },
        },
      },
    },
    // a label needs a role
    Loader: { defaultProps: { role: "status" } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 140 } },
    },
    Menu: { defaultProps: { transitionProps: { duration: 120 } } },
    // the page has another banner
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
  },
});
