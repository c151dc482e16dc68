"""Write reports of a class: tables for programs, pages for people."""
